import { type Alignment, resembles } from './align-tokens.ts'

/** What an added spoken word is: said again, or a first attempt at a word of the text that came right afterwards. */
type Repair = { readonly spoken: number; readonly text: number; readonly kind: 'repeated' | 'corrected' }

/** A longer run of added words is no repair. */
const longestRun = 8

type Texts = { readonly text: readonly string[]; readonly spoken: readonly string[] }
type Run = { readonly from: number; readonly to: number; readonly before: number }

/**
 * The repairs among the added words. A run of them before a word of the text begins with attempts at that word and the
 * next ones, and ends with words before it that are said again: "the sin | the sun", "the wind | the wind and".
 */
export function findRepairs(texts: Texts, placed: Alignment): Repair[] {
  return runsOf(texts, placed).flatMap((run) => {
    const { from, to, before } = run
    const length = to - from
    if (length > longestRun) return []
    const whole = repairsOf(texts, placed, run, true)
    if (whole !== null) return whole
    // Words such as "no" or "I mean" may stand around the attempt.
    for (let size = length - 1; size > 0; size--)
      for (let start = from; start + size <= to; start++) {
        const part = repairsOf(texts, placed, { from: start, to: start + size, before }, false)
        if (part !== null) return part
      }
    return []
  })
}

/** Runs of spoken words that stand in no word's place, with the word of the text that comes next. */
function runsOf({ text, spoken }: Texts, placed: Alignment): Run[] {
  const ownerOf = new Map(placed.flatMap((place, index) => (place === null ? [] : [[place, index] as const])))
  const runs: Run[] = []
  for (let from = 0; from < spoken.length; ) {
    let to = from
    while (to < spoken.length && !ownerOf.has(to)) to++
    if (to > from) {
      const previous = from === 0 ? undefined : ownerOf.get(from - 1)
      runs.push({ from, to, before: ownerOf.get(to) ?? (previous === undefined ? text.length : previous + 1) })
    }
    from = to + 1
  }
  return runs
}

/** @param mayDiffer an attempt may be quite another word, if other words of the run show that the reader began again */
function repairsOf({ text, spoken }: Texts, placed: Alignment, { from, to, before }: Run, mayDiffer: boolean) {
  const isRead = (index: number) => {
    const place = placed[index]
    return place !== null && place !== undefined && spoken[place] === text[index]
  }
  const length = to - from
  let best: Repair[] | null = null
  for (let attempts = length; attempts >= 0; attempts--) {
    const repairs: Repair[] = []
    for (let index = 0; index < length; index++) {
      const isAttempt = index < attempts
      const at = isAttempt ? before + index : before - (length - index)
      const said = spoken[from + index]!
      const wanted = text[at]
      if (wanted === undefined || !isRead(at)) break
      if (said === wanted) repairs.push({ spoken: from + index, text: at, kind: 'repeated' })
      else if (isAttempt && (mayDiffer || resembles(said, wanted)))
        repairs.push({ spoken: from + index, text: at, kind: 'corrected' })
      else break
    }
    if (repairs.length < length) continue
    const equal = repairs.filter(({ kind }) => kind === 'repeated').length
    const isSure = repairs.every(
      ({ kind, spoken: place, text: at }) => kind === 'repeated' || resembles(spoken[place]!, text[at]!),
    )
    if (equal === 0 && !isSure) continue
    if (best === null || equal > best.filter(({ kind }) => kind === 'repeated').length) best = repairs
  }
  return best
}
