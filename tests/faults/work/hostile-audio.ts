import { createHash, randomBytes } from 'node:crypto'
import { type Recording, recordingOf, signIn, startSession, toRecording, upload } from '../client.ts'
import type { Scenario } from '../scenario.ts'
import { allDone, resultsOf, until } from './jobs.ts'

const file = (wav: Buffer): Recording => ({ wav, sha256: createHash('sha256').update(wav).digest('hex') })

/** A WAV header that claims 600 hours, followed by a few seconds. */
function endless(): Recording {
  const { wav } = recordingOf(5, 8000)
  wav.writeUInt32LE(0xffff_fff0, 4)
  wav.writeUInt32LE(0xffff_ff00, 40)
  return file(wav)
}

/** A WAV header whose rate turns seconds of samples into days. */
function slow(): Recording {
  const { wav } = recordingOf(5, 8000)
  wav.writeUInt32LE(1, 24)
  return file(wav)
}

/** A FLAC and an Ogg file that consist of their first bytes only. */
const beginnings = ['fLaC', 'OggS'].map((magic) => () => file(Buffer.concat([Buffer.from(magic), randomBytes(60_000)])))

const files: Record<string, () => Recording> = {
  'no bytes': () => file(Buffer.alloc(0)),
  'a header of 600 hours': endless,
  'a rate of 1 Hz': slow,
  'half a FLAC': beginnings[0]!,
  'half an Ogg': beginnings[1]!,
  'a playlist': () => file(Buffer.from('ffconcat version 1.0\nfile /etc/passwd\n')),
  silence: () => toRecording(new Int16Array(16_000 * 6), 16_000),
}

/** F30: recordings that try to harm the process that measures them. */
export const hostileAudio: Scenario = {
  name: 'hostile-audio',
  longOnly: true,
  title: 'Empty, endless, broken and deceiving recordings: refused or failed, and the others are measured',
  async run({ clinic, short }) {
    const rounds = short ? 1 : 5
    const web = await clinic.startServer()
    const worker = await clinic.startServer({ role: 'worker' })
    const examiner = await signIn(clinic.baseUrl)
    const failures: string[] = []
    const counts = { sent: 0, refused: 0, 'accepted and ended': 0, 'good ones measured': 0 }
    for (let round = 0; round < rounds; round++) {
      const paths: string[] = []
      for (const [name, make] of Object.entries(files)) {
        const session = await startSession(examiner)
        const { status } = await upload(clinic.baseUrl, examiner, session.pathOf(session.items[0]!), make())
        counts.sent++
        if (status === 201) paths.push(session.path)
        else if (status >= 400 && status < 500) counts.refused++
        else failures.push(`${name}: ${status}`)
      }
      const good = await startSession(examiner)
      const item = good.items[0]!
      await upload(clinic.baseUrl, examiner, good.pathOf(item), recordingOf(item.min_duration + 2))
      for (const path of [...paths, good.path])
        if (!(await until(() => allDone(examiner, path), 400))) failures.push('a result stays pending')
      counts['accepted and ended'] += paths.length
      if ((await resultsOf(examiner, good.path)).some(({ status }) => status === 'ready'))
        counts['good ones measured']++
    }
    if (counts['good ones measured'] < rounds) failures.push('a good recording was not measured')
    if (worker.process.exitCode !== null) failures.push(`the worker ended: ${worker.output.text}`)
    await worker.kill()
    await web.kill()
    return { counts, failures }
  },
}
