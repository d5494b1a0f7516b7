// Renders packages/content/media/audio: the stimuli that participants hear before they repeat or retell them.
// Needs espeak-ng and ffmpeg. Run from the repository's root: node scripts/render/audio-stimuli.ts

import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { speak } from './espeak.ts'
import { writeWav } from './wav.ts'

const voices = {
  'es-ES': { voice: 'es-419+f2', rate: 135, pitch: 42, gap: 2 },
  'en-US': { voice: 'en-us+f2', rate: 135, pitch: 42, gap: 2 },
  'pt-BR': { voice: 'pt-br+f2', rate: 130, pitch: 42, gap: 2 },
  'fr-FR': { voice: 'fr+f2', rate: 135, pitch: 42, gap: 2 },
}

const temporary = mkdtempSync(join(tmpdir(), 'stimuli-'))
mkdirSync('packages/content/media/audio', { recursive: true })
for (const file of readdirSync('packages/content/protocols')) {
  const protocol: { locale: keyof typeof voices; items: { audio: string | null; reference_text: string }[] } =
    JSON.parse(readFileSync(join('packages/content/protocols', file), 'utf8'))
  for (const { audio, reference_text } of protocol.items) {
    if (audio === null) continue
    const { samples, sampleRateHz } = speak(reference_text, voices[protocol.locale])
    const padding = Math.round(0.4 * sampleRateHz)
    const padded = new Float64Array(samples.length + 2 * padding)
    padded.set(samples, padding)
    const wav = join(temporary, 'stimulus.wav')
    writeWav(wav, { samples: padded, sampleRateHz })
    const mp3 = [
      '-af',
      'loudnorm=I=-19:TP=-3',
      '-ar',
      `${sampleRateHz}`,
      '-ac',
      '1',
      '-c:a',
      'libmp3lame',
      '-b:a',
      '32k',
    ]
    const bare = ['-map_metadata', '-1', '-fflags', '+bitexact', '-flags:a', '+bitexact']
    execFileSync('ffmpeg', ['-v', 'error', '-y', '-i', wav, ...mp3, ...bare, join('packages/content/media', audio)])
  }
}
rmSync(temporary, { recursive: true })
