// Renders packages/content/media/video: a face that says /pa ta ka/ slowly once, then fast, with the syllables below.
// Needs espeak-ng, ffmpeg (with librsvg) and the font DejaVu Sans.
// Run from the repository's root: node scripts/render/pataka-video.ts

import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { speak } from './espeak.ts'
import { circle, ellipse, group, path, rect, shape, stroke } from './figure.ts'
import { writeWav } from './wav.ts'

const width = 640
const height = 400
const framesPerSecond = 25
const syllables = ['pa', 'ta', 'ka'] as const
const voices = { 'es-ES': 'es-419+f2', 'en-US': 'en-us+f2', 'pt-BR': 'pt-br+f2', 'fr-FR': 'fr+f2' }

type Beat = { at: number; length: number; syllable: number }
const slow: Beat[] = [0, 1, 2].map((syllable) => ({ at: 0.7 + 0.6 * syllable, length: 0.42, syllable }))
const fast: Beat[] = Array.from({ length: 15 }, (_, i) => ({ at: 3.2 + 0.2 * i, length: 0.17, syllable: i % 3 }))
const beats = [...slow, ...fast]
const duration = 6.9

const smooth = (x: number) => (x <= 0 ? 0 : x >= 1 ? 1 : x * x * (3 - 2 * x))

/** How far the mouth is open (0 to 1), and where the tongue is, at a time. */
function mouthAt(time: number): { open: number; tongue: 'low' | 'tip' | 'back' } {
  const rest = 0.22
  const before = beats.findLast(({ at }) => at <= time)
  const next = beats.find(({ at }) => at > time)
  const opened = before ? smooth((time - before.at) / 0.07) * (1 - smooth((time - before.at - before.length) / 0.1)) : 0
  const closure = next ? smooth((time - next.at + 0.11) / 0.06) : 0
  const held = next && closure > 0 ? [0, 0.3, 0.34][next.syllable]! : 0
  const open = Math.max(rest, opened) * (1 - closure) + held * closure
  const since = before ? time - before.at : 1
  const from = before && since < 0.05 ? [0, 0.3, 0.34][before.syllable]! : 0
  const tongue = closure > 0.5 ? next!.syllable : since < 0.05 ? before!.syllable : 0
  return { open: Math.max(open, from * (1 - smooth(since / 0.05))), tongue: (['low', 'tip', 'back'] as const)[tongue]! }
}

function mouth(time: number): string {
  const { open, tongue } = mouthAt(time)
  const [x, y] = [320, 196]
  const half = 46 - 8 * open
  const drop = 50 * open
  const inside = `M${x - half} ${y} Q${x} ${y - 12 - 4 * open} ${x + half} ${y} Q${x + half * 0.75} ${y + 8 + drop} ${x} ${y + 8 + drop} Q${x - half * 0.75} ${y + 8 + drop} ${x - half} ${y} Z`
  const tongueShape =
    tongue === 'tip'
      ? ellipse(x, y + 5 + drop * 0.42, half * 0.52, 5 + drop * 0.45, '#e0797a')
      : tongue === 'back'
        ? ellipse(x, y + drop * 0.5, half * 0.66, 3 + drop * 0.34, '#c9605f')
        : ellipse(x, y + 12 + drop * 0.95, half * 0.6, 4 + drop * 0.34, '#e0797a')
  const teeth = path(
    `M${x - half * 0.72} ${y - 8} H${x + half * 0.72} L${x + half * 0.62} ${y + 4} Q${x} ${y + 8} ${x - half * 0.62} ${y + 4} Z`,
    '#fffdf6',
  )
  const lips = shape('path', {
    d: inside,
    fill: 'none',
    stroke: '#c4574f',
    'stroke-width': 11,
    'stroke-linejoin': 'round',
  })
  if (open < 0.06)
    return (
      stroke(`M${x - 46} ${y} Q${x} ${y + 8} ${x + 46} ${y}`, '#c4574f', 15) +
      stroke(`M${x - 44} ${y} Q${x} ${y + 9} ${x + 44} ${y}`, '#93382f', 2.5)
    )
  return (
    `<clipPath id="mouth"><path d="${inside}"/></clipPath>` +
    path(inside, '#6e2424') +
    group({ 'clip-path': 'url(#mouth)' }, tongueShape, teeth) +
    lips
  )
}

function face(time: number): string {
  const skin = '#d9a07a'
  const chin = 12 * mouthAt(time).open
  const eye = (x: number) =>
    ellipse(x, 112, 8, time % 3.1 > 2.95 ? 1.5 : 10, '#3b2f2a') + circle(x + 3, 108, 2.5, '#ffffff')
  return [
    path('M196 130 Q190 6 320 4 Q450 6 444 130 Q470 230 452 300 H188 Q170 230 196 130 Z', '#4a3026'),
    path('M276 250 H364 V300 Q320 322 276 300 Z', '#c48c66'),
    path('M150 400 Q160 312 276 292 Q320 322 364 292 Q480 312 490 400 Z', '#4f7f8f'),
    path(
      `M214 122 Q214 34 320 34 Q426 34 426 122 Q426 ${216 + chin} ${372} ${256 + chin} Q320 ${288 + chin} 268 ${256 + chin} Q214 ${216 + chin} 214 122 Z`,
      skin,
    ),
    path('M210 140 Q206 30 320 26 Q434 30 430 140 Q424 76 372 62 Q300 82 244 72 Q216 90 210 140 Z', '#5b3c2e'),
    circle(252, 164, 20, '#e8806f44'),
    circle(388, 164, 20, '#e8806f44'),
    eye(272),
    eye(368),
    stroke('M254 90 q18 -10 36 -2 M350 88 q18 -8 36 2', '#4a3026', 6),
    stroke('M318 124 q-12 24 -4 30 q8 5 16 0', '#b97f5a', 5),
    mouth(time),
  ].join('')
}

function caption(time: number): string {
  const now = beats.findLast(({ at, length }) => at - 0.02 <= time && time < at + length)
  return syllables
    .map((syllable, i) => {
      const on = now?.syllable === i
      const x = 320 + (i - 1) * 150
      const text = {
        x,
        y: 372,
        'font-family': 'DejaVu Sans',
        'font-weight': 'bold',
        'font-size': 42,
        'text-anchor': 'middle',
        fill: on ? '#ffffff' : '#4a3f3a',
      }
      return rect(x - 62, 326, 124, 64, on ? '#c4574f' : '#fffdf6', 20) + shape('text', text, syllable)
    })
    .join('')
}

const frame = (time: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${rect(0, 0, width, height, '#f4e8d2') + face(time) + caption(time)}</svg>`

function soundtrack(voice: string) {
  const vowel = voice.startsWith('en') ? 'A' : 'a'
  const sounds = syllables.map((syllable) => ({
    slow: speak(`[[${syllable[0]}'${vowel}:]]`, { voice, rate: 110, pitch: 42 }),
    fast: speak(`[[${syllable[0]}'${vowel}]]`, { voice, rate: 230, pitch: 42 }),
  }))
  const { sampleRateHz } = sounds[0]!.slow
  const samples = new Float64Array(Math.round(duration * sampleRateHz))
  for (const beat of beats) {
    const { samples: said } = sounds[beat.syllable]![beat.length > 0.2 ? 'slow' : 'fast']
    const last = Math.round(beat.length * sampleRateHz)
    const fade = 0.03 * sampleRateHz
    for (let i = 0; i < Math.min(said.length, last); i++) {
      samples[Math.round(beat.at * sampleRateHz) + i]! += 0.8 * said[i]! * Math.min(1, (last - i) / fade)
    }
  }
  return { samples, sampleRateHz }
}

const temporary = mkdtempSync(join(tmpdir(), 'pataka-'))
mkdirSync('packages/content/media/video', { recursive: true })
const frames = Math.round(duration * framesPerSecond)
for (let i = 0; i < frames; i++)
  writeFileSync(join(temporary, `${`${i}`.padStart(3, '0')}.svg`), frame(i / framesPerSecond))
for (const [locale, voice] of Object.entries(voices)) {
  const wav = join(temporary, 'sound.wav')
  writeWav(wav, soundtrack(voice))
  const inputs = ['-framerate', `${framesPerSecond}`, '-i', join(temporary, '%03d.svg'), '-i', wav]
  const video = [
    '-c:v',
    'libvpx-vp9',
    '-pix_fmt',
    'yuv420p',
    '-crf',
    '36',
    '-b:v',
    '0',
    '-row-mt',
    '0',
    '-threads',
    '1',
  ]
  const audio = ['-af', 'loudnorm=I=-19:TP=-3', '-ar', '48000', '-c:a', 'libopus', '-b:a', '40k', '-ac', '1']
  const bare = ['-map_metadata', '-1', '-fflags', '+bitexact', '-flags:v', '+bitexact', '-flags:a', '+bitexact']
  execFileSync('ffmpeg', [
    '-v',
    'error',
    '-y',
    ...inputs,
    ...video,
    ...audio,
    ...bare,
    `packages/content/media/video/pataka.${locale}.webm`,
  ])
}
rmSync(temporary, { recursive: true })
