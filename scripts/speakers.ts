// npm run tool -- speakers [--tuning] [--count 300] [--channels]: how well it is found who speaks, in mixes of the demonstration's and the
// reference voices whose truth is known by construction. The limits were tuned with one half of the voices (--tuning); without
// the option, the other half is mixed. With --channels, it only counts what the examiner's channel says, within a few minutes.
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { measure, readFlac, resample } from '@fonema/speech'
import { findSpeakersByChannels } from '../packages/speech/src/speakers/by-channels.ts'
import { findSpeakersByVoice, type Recording } from '../packages/speech/src/speakers/by-voice.ts'
import { joinTurns } from '../packages/speech/src/speakers/participant-part.ts'
import { readSecondChannel, type SecondChannel } from '../packages/speech/src/speakers/second-channel.ts'
import type { SpeakerSegment } from '../packages/speech/src/speakers/segments.ts'
import {
  buildMix,
  type DiarisationError,
  diarisationError,
  randomOf,
  wrongOf,
} from '../packages/speech/src/speakers/test-mixes.ts'
import { type Half, halves, type Session } from './speaker-voices.ts'

const { values } = parseArgs({
  options: {
    tuning: { type: 'boolean', default: false },
    count: { type: 'string', default: '300' },
    details: { type: 'boolean', default: false },
    channels: { type: 'boolean', default: false },
  },
})
const half: Half = values.tuning ? halves.tuning : halves.heldOut
const root = path.dirname(import.meta.dirname)
const rateHz = 32_000
/** The participant's own measures may differ from those of the clean file by so much. */
const toleranceHz = 0.02
const toleranceRate = 0.05

const known = new Map<string, Recording>()
async function recordingOf(file: string): Promise<Recording> {
  const read = known.get(file)
  if (read !== undefined) return read
  const { samples, sampleRateHz } = readFlac(await readFile(path.join(root, 'packages', file)))
  const recording = { samples: resample(samples, sampleRateHz, rateHz), sampleRateHz: rateHz }
  known.set(file, recording)
  return recording
}

type Row = { group: string; error: DiarisationError; sameF0: boolean; sameRate: boolean }
const rows: Row[] = []
/** What the examiner's channel says where the examiner speaks, and where only the participant does. */
const said: { speaking: SecondChannel[]; silent: SecondChannel[] } = { speaking: [], silent: [] }
let cpuS = 0
let heardS = 0

const pick = <T>(list: readonly T[], random: () => number): T => list[Math.floor(random() * list.length)]!

for (let index = 0; index < Number(values.count); index++) {
  const random = randomOf(index + (values.tuning ? 100_000 : 0))
  const people = index % 4 === 3 ? 3 : 2
  const languages = [...new Set(half.sessions.map(({ language }) => language))]
  const language = languages[index % languages.length]!
  const session = pick(
    half.sessions.filter((session) => session.language === language),
    random,
  )
  const mixed = pick(session.speech, random)
  const references = [...session.speech.filter((file) => file !== mixed), ...session.vowels]
  const others = othersOf(session, people - 1, random)
  const recordings = await Promise.all([mixed, ...others].map(recordingOf))
  const settings = {
    seed: index + 1,
    levelDb: -8 + 12 * random(),
    noiseDb: 30 + 15 * random(),
    turns: 8 + Math.floor(7 * random()),
  }
  const referenceRecordings = await Promise.all(references.map(recordingOf))
  const overlaps = index % 3 === 2
  const mix = buildMix(recordings, { ...settings, overlaps })
  const durationS = mix.one.length / rateHz
  said.speaking.push(readSecondChannel(...mix.two, rateHz).channel)
  said.silent.push(readSecondChannel(mix.clean, mix.across, rateHz).channel)
  if (values.channels) continue
  const real = measuresOf(mix.clean, mix.truth)
  const add = (group: string, samples: Float32Array, find: () => SpeakerSegment[] | string) => {
    const before = process.cpuUsage()
    const segments = find()
    const { user, system } = process.cpuUsage(before)
    cpuS += (user + system) / 1e6
    heardS += durationS
    const found = typeof segments === 'string' ? [] : segments
    // With two microphones, everybody who is not the participant is in the other channel.
    const truth = group.startsWith('two') ? mix.truth.map(asTwo) : mix.truth
    const error = diarisationError(truth, found, durationS)
    const row = { group, error, ...compare(real, measuresOf(samples, found)) }
    rows.push(row)
    if (!values.details) return
    const names = [mixed, ...others].map((file) => path.relative('content/demo/audio', file))
    const percent = pad((100 * wrongOf(error)) / error.speech, 6)
    console.log(group.padEnd(36), percent, row.sameF0 ? '' : 'F0', row.sameRate ? '' : 'rate', ...names)
  }
  const suffix = `${people} people${overlaps ? ', overlapping' : ''}`
  add(`two channels, ${suffix}`, mix.two[0], () => findSpeakersByChannels(...mix.two, rateHz))
  const one = { samples: mix.one, sampleRateHz: rateHz }
  add(`by voice, ${suffix}`, mix.one, () => findSpeakersByVoice(one, referenceRecordings, people))
}

if (!values.channels)
  console.log('mixes                                      n  missed  false  confused  error, %  F0, %  rate, %')
for (const group of [...new Set(rows.map(({ group }) => group))].sort()) {
  const own = rows.filter((row) => row.group === group)
  const total = (part: (error: DiarisationError) => number) => own.reduce((sum, { error }) => sum + part(error), 0)
  const percent = (part: (error: DiarisationError) => number) => (100 * total(part)) / total(({ speech }) => speech)
  const share = (isSame: (row: Row) => boolean) => (100 * own.filter(isSame).length) / own.length
  const columns = [
    group.padEnd(38),
    pad(own.length, 6, 0),
    pad(
      percent(({ missed }) => missed),
      8,
    ),
    pad(
      percent((error) => error.false),
      7,
    ),
    pad(
      percent(({ confused }) => confused),
      10,
    ),
    pad(percent(wrongOf), 10),
    pad(
      share(({ sameF0 }) => sameF0),
      7,
    ),
    pad(
      share(({ sameRate }) => sameRate),
      9,
    ),
  ]
  console.log(columns.join(''))
}
for (const [who, channels] of Object.entries(said)) {
  const counted = Object.entries(Object.groupBy(channels, (channel) => channel))
  console.log(`examiner ${who}: ${counted.map(([channel, all]) => `${channel} ${all.length}`).join(', ')}`)
}
if (!values.channels) console.log(`${(cpuS / heardS).toFixed(4)} s of processor time for each second of sound`)

function othersOf(session: Session, count: number, random: () => number): string[] {
  const chosen: Session[] = []
  while (chosen.length < count) {
    const apart = [...half.sessions, ...half.others].filter(
      ({ voice }) => voice !== session.voice && chosen.every((other) => other.voice !== voice),
    )
    const same = apart.filter(({ language }) => language === session.language)
    chosen.push(pick(same.length > 0 ? same : apart, random))
  }
  return chosen.map(({ speech }) => pick(speech, random))
}

function asTwo(segment: SpeakerSegment): SpeakerSegment {
  return segment.speaker === 'other' ? { ...segment, speaker: 'examiner' } : segment
}

type OwnMeasures = { readonly f0: number | undefined; readonly rate: number | undefined }

/** The measures of the participant's part. */
function measuresOf(samples: Float32Array, segments: readonly SpeakerSegment[]): OwnMeasures {
  const { prosody, timing } = measure(joinTurns(samples, rateHz, segments), rateHz, ['prosody', 'timing'])
  return { f0: prosody?.scores.f0_median_hz, rate: timing?.scores.articulation_rate_syl_per_s }
}

/** Whether the measures agree with those of the clean recording at the true times. */
function compare(real: OwnMeasures, found: OwnMeasures) {
  const isNear = (a: number | undefined, b: number | undefined, tolerance: number) =>
    a === undefined ? b === undefined : b !== undefined && Math.abs(b - a) <= tolerance * a
  return { sameF0: isNear(real.f0, found.f0, toleranceHz), sameRate: isNear(real.rate, found.rate, toleranceRate) }
}

function pad(value: number, width: number, decimals = 1) {
  return value.toFixed(decimals).padStart(width)
}
