import type { TypedWord } from '@fonema/contract'
import { Losses, layersOf, orderly, type TimedWord, type Transcript, type Written } from './transcript.ts'

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`

/** The tiers of a layer, the first layer without a number. */
const tierNames = ['words', 'speaker', 'marks'] as const
/** Words without a place in a tier of intervals, each as JSON with its place in the transcript. */
export const unplacedTier = 'unplaced'

type Interval = { from: number; to: number; labels: readonly [string, string, string] }
type Tier = { name: string; isPoints: boolean; entries: string[][] }

/**
 * A Praat TextGrid in the long or the short text format. Overlapping words are in numbered tiers; words without a time
 * are points of the tier `unplaced`. Nothing is lost, except times outside the window.
 */
export function writeTextGrid({ words, duration }: Transcript, isShort = false): Written {
  const losses = new Losses()
  const orderlyWords = orderly({ words, duration })
  losses.add('untimed', orderlyWords.filter((word, i) => word.start === null && words[i]!.start !== null).length)
  const tiers = tiersOf(orderlyWords, duration)
  const lines = ['File type = "ooTextFile"', 'Object class = "TextGrid"', '']
  lines.push(...(isShort ? shortLines(tiers, duration) : longLines(tiers, duration)))
  return { text: `${lines.join('\n')}\n`, losses: losses.list() }
}

function tiersOf(words: readonly TypedWord[], duration: number): Tier[] {
  const { layers, others } = layersOf(words)
  const tiers = (layers.length === 0 ? [[]] : layers).flatMap((layer, i) => {
    const intervals = filled(layer, duration)
    return tierNames.map((name, column) => ({
      name: i === 0 ? name : `${name} ${i + 1}`,
      isPoints: false,
      entries: intervals.map(({ from, to, labels }) => [String(from), String(to), quoted(labels[column]!)]),
    }))
  })
  if (others.length === 0) return tiers
  const points = others.map((index, i) => {
    // Points of a tier have different times. These only keep the order.
    const at = (duration * (i + 1)) / (others.length + 1)
    return [String(at), quoted(JSON.stringify([index, words[index]]))]
  })
  return [...tiers, { name: unplacedTier, isPoints: true, entries: points }]
}

/** A tier has no holes: between the words, its intervals are empty. */
function filled(layer: readonly TimedWord[], duration: number): Interval[] {
  const intervals: Interval[] = []
  let at = 0
  for (const { text, start, end, speaker, marks } of layer) {
    if (start > at) intervals.push({ from: at, to: start, labels: ['', '', ''] })
    intervals.push({ from: start, to: end, labels: [text, speaker ?? '', (marks ?? []).join(' ')] })
    at = end
  }
  if (at < duration || intervals.length === 0) intervals.push({ from: at, to: duration, labels: ['', '', ''] })
  return intervals
}

function longLines(tiers: readonly Tier[], duration: number): string[] {
  const lines = ['xmin = 0', `xmax = ${duration}`, 'tiers? <exists>', `size = ${tiers.length}`, 'item []:']
  for (const [t, { name, isPoints, entries }] of tiers.entries()) {
    const kind = isPoints ? 'points' : 'intervals'
    lines.push(`    item [${t + 1}]:`, `        class = "${isPoints ? 'TextTier' : 'IntervalTier'}"`)
    lines.push(`        name = ${quoted(name)}`, '        xmin = 0', `        xmax = ${duration}`)
    lines.push(`        ${kind}: size = ${entries.length}`)
    const fields = isPoints ? ['number', 'mark'] : ['xmin', 'xmax', 'text']
    for (const [i, values] of entries.entries()) {
      lines.push(`        ${kind} [${i + 1}]:`)
      for (const [f, field] of fields.entries()) lines.push(`            ${field} = ${values[f]}`)
    }
  }
  return lines
}

function shortLines(tiers: readonly Tier[], duration: number): string[] {
  const lines = ['0', String(duration), '<exists>', String(tiers.length)]
  for (const { name, isPoints, entries } of tiers) {
    lines.push(isPoints ? '"TextTier"' : '"IntervalTier"', quoted(name), '0', String(duration))
    lines.push(String(entries.length), ...entries.flat())
  }
  return lines
}
