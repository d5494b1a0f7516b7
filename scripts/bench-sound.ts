import { parseArgs } from 'node:util'
import { measureCurves } from '@fonema/speech'
import { createTileDrawing } from '../apps/web/src/takes/sound/tile-drawing.ts'
import { tilesOf } from '../apps/web/src/takes/sound/tiles.ts'

// The time to draw a recording in the browser's worker, without the canvas: decoding is not part of it.

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '60' } } })
const seconds = Number(values.seconds)
const rateHz = 48_000
const spectrumHeightPx = 124
const widthPx = 1000

/** Syllables of a gliding voice, with pauses: its loudness and its spectrum change all the time. */
const samples = Float32Array.from({ length: rateHz * seconds }, (_, i) => {
  const time = i / rateHz
  const syllable = Math.max(0.002, Math.sin(2 * Math.PI * 2 * time))
  const phase = 2 * Math.PI * 150 * time + 20 * Math.sin(2 * Math.PI * 0.3 * time)
  let sum = 0
  for (let harmonic = 1; harmonic < 12; harmonic++) sum += Math.sin(harmonic * phase) / harmonic
  return 0.2 * syllable * sum
})

/** Milliseconds of the processor: those of the clock depend on what else the machine does. */
const msOf = <T>(run: () => T): [number, T] => {
  const began = process.cpuUsage()
  const made = run()
  const { user, system } = process.cpuUsage(began)
  return [(user + system) / 1000, made]
}

const whole = { start: 0, length: seconds }
const runs = Array.from({ length: 5 }, () => {
  const [opening, drawing] = msOf(() => createTileDrawing(samples, rateHz))
  const tiles = tilesOf(whole, widthPx, seconds)
  const [painting] = msOf(() => {
    for (const tile of tiles) drawing.tile(tile, spectrumHeightPx)
  })
  return { opening, painting, tiles: tiles.length }
})
const median = (pick: (run: (typeof runs)[number]) => number) =>
  Math.round(runs.map(pick).sort((a, b) => a - b)[Math.floor(runs.length / 2)]!)
console.log(`Processor time for ${seconds} s at ${rateHz} Hz, ${runs[0]!.tiles} tiles, median of ${runs.length}:`)
console.log(`  opened in ${median(({ opening }) => opening)} ms (once)`)
console.log(`  waveform and spectrogram in ${median(({ painting }) => painting)} ms`)
console.log(
  `  curves in ${Math.round(msOf(() => measureCurves(samples, rateHz, 'speech'))[0])} ms (in a worker of their own)`,
)
