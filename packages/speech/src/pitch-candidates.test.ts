import { expect, test } from 'vitest'
import { createWorkspace } from './kernels.ts'
import {
  correlationLength,
  createCandidates,
  createCollector,
  lagZero,
  longestLag,
  roomOfCollector,
} from './pitch-candidates.ts'

const rate = 16_000
const settings = {
  floorHz: 75,
  ceilingHz: 600,
  maxCandidates: 3,
  silenceThreshold: 0.03,
  voicingThreshold: 0.45,
  octaveCost: 0.01,
  stepS: 0.01,
  octaveJumpCost: 0.35,
  voicedUnvoicedCost: 0.14,
}

/** A correlation with one smooth maximum at each lag. */
function correlationWith(tops: Record<number, number>): Float64Array {
  const correlation = new Float64Array(correlationLength(longestLag(rate, settings.floorHz)))
  for (const [lag, height] of Object.entries(tops)) {
    for (let d = -6; d <= 6; d++) correlation[lagZero + Number(lag) + d]! += height * Math.cos((Math.PI * d) / 14) ** 2
  }
  return correlation
}

function candidatesOf(correlation: Float64Array, relativePeak = 1) {
  const table = createCandidates(1, settings.maxCandidates)
  const workspace = createWorkspace({ correlation: correlation.length, ...roomOfCollector(settings, rate) })
  workspace.arrays.correlation.set(correlation)
  const collector = createCollector(workspace, table, rate, settings)
  const isWanted = collector.begin(0, relativePeak)
  if (isWanted) collector.collect(0)
  const count = table.counts[0] ?? 0
  const hz = [...table.hz.slice(0, count)].map(Math.round)
  return { isWanted, hz, strength: [...table.strength.slice(0, count)] }
}

test('keeps the strongest maxima, next to "unvoiced"', () => {
  const { hz, strength } = candidatesOf(correlationWith({ 40: 0.5, 80: 0.9, 120: 0.6, 160: 0.8 }))
  expect(hz.sort((a, b) => a - b)).toEqual([0, 100, 200])
  expect(strength[0]).toBeCloseTo(0.45, 6)
})

test('keeps the higher pitches among nearly equal maxima', () => {
  const { hz } = candidatesOf(correlationWith({ 40: 0.8, 80: 0.8, 120: 0.805 }))
  expect(hz.sort((a, b) => a - b)).toEqual([0, 200, 400])
})

test('ignores maxima below half the voicing threshold', () => {
  expect(candidatesOf(correlationWith({ 80: 0.22 })).hz).toEqual([0])
  expect(candidatesOf(correlationWith({ 80: 0.23 })).hz).toEqual([0, 200])
})

test('the quieter the frame, the stronger "unvoiced"', () => {
  expect(candidatesOf(correlationWith({}), 0).strength[0]).toBeCloseTo(2.45, 6)
  expect(candidatesOf(correlationWith({}), 0.02).strength[0]).toBeCloseTo(0.45 + 2 - 0.02 / (0.03 / 1.45), 6)
})

test('skips a frame only if its silence outweighs the best voice and two changes', () => {
  const voice = correlationWith({ 80: 1 })
  // 0.45 + 2 − peak · 48.3 = 1 + 2 · 0.14 at a peak of 0.0242.
  expect(candidatesOf(voice, 0.0243)).toMatchObject({ isWanted: true, hz: [0, 200] })
  expect(candidatesOf(voice, 0.0241)).toMatchObject({ isWanted: false, hz: [0] })
})
