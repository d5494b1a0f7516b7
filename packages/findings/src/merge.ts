import type { Candidate, MeasureCandidate } from './candidates.ts'
import { around, shortestPause } from './rules.ts'
import type { Item, MeasureFinding, Session } from './session.ts'

const signs = { attention: 0, caution: 1, note: 2 }

/** Measures that say the same make one finding: the strongest speaks, and names the other items and measures. */
export function merge(candidates: readonly MeasureCandidate[], session: Session): Candidate<MeasureFinding>[] {
  const groups = Map.groupBy(candidates, ({ finding: { template, side } }) => `${template}:${side}`)
  return [...groups.values()].map((group) => {
    const [first] = group.toSorted(
      (a, b) =>
        signs[a.finding.sign] - signs[b.finding.sign] ||
        // A change says where the value is now, too.
        Number(b.finding.kind === 'change') - Number(a.finding.kind === 'change') ||
        a.rank - b.rank ||
        b.strength - a.strength ||
        (a.finding.id < b.finding.id ? -1 : 1),
    )
    const { finding } = first!
    const own = { name: finding.measure.name, item: finding.item }
    const others = group.filter((one) => one.finding.kind === finding.kind && sinceOf(one.finding) === sinceOf(finding))
    const related = others.map((one) => one.finding.measure.name).filter((name) => name !== own.name)
    const also = others.filter((one) => one.finding.item !== own.item).map((one) => one.finding.item_title ?? '')
    const item = session.items.find(({ id }) => id === own.item)
    return {
      finding: {
        ...finding,
        related: [...new Set(related)].sort(),
        also: [...new Set(also)],
        moment: momentOf(finding, item),
      },
      strength: Math.max(...group.map(({ strength }) => strength)),
    }
  })
}

/** Changes since other dates are not the same: the sentence names one date. */
const sinceOf = (finding: MeasureFinding) => (finding.kind === 'change' ? finding.since : null)

/**
 * The part to listen to, as far as the times of the words have it; null: the whole recording. Of pauses and of the time
 * between words it is the longest pause, of a late beginning all that is before the first word.
 */
function momentOf({ template, side }: MeasureFinding, item: Item | undefined): MeasureFinding['moment'] {
  if (item === undefined || side !== 'high') return null
  if (template === 'onset') return beginningOf(item)
  return template === 'pauses' || template === 'pause_time' || template === 'word_intervals' ? longestPause(item) : null
}

function beginningOf({ words: [first] }: Item): MeasureFinding['moment'] {
  return first === undefined || first.start < shortestPause ? null : { start: 0, end: first.start + around }
}

function longestPause({ words }: Item): MeasureFinding['moment'] {
  let longest: { start: number; end: number } | null = null
  for (const [i, word] of words.entries()) {
    const next = words[i + 1]
    if (next === undefined || next.start - word.end < shortestPause) continue
    if (longest === null || next.start - word.end > longest.end - longest.start)
      longest = { start: word.end, end: next.start }
  }
  return longest && { start: Math.max(0, longest.start - around), end: longest.end + around }
}
