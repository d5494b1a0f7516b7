import { mean } from './statistics.ts'

/**
 * Clusters of answers that follow each other and share a subcategory. An answer that belongs to two neighbouring
 * clusters is in both; a cluster inside a larger one does not count. The size of a cluster is counted from its second
 * answer, so a lone answer is a cluster of size 0.
 *
 * @param answers the subcategories of each answer, in the order of the answers; an error has none and stands alone
 * @returns nulls when there is no answer
 * @see Troyer, Moscovitch & Winocur 1997, Neuropsychology 11, 138–146
 */
export function clustersOf(answers: readonly ReadonlySet<string>[]): {
  meanSize: number | null
  switches: number | null
} {
  const sizes: number[] = []
  let at = 0
  while (at < answers.length) {
    const [start, end] = longestRun(answers, at)
    sizes.push(end - start)
    const isShared = end + 1 < answers.length && !answers[end]!.isDisjointFrom(answers[end + 1]!)
    at = isShared ? end : end + 1
  }
  return { meanSize: mean(sizes), switches: sizes.length === 0 ? null : sizes.length - 1 }
}

/** The first and last index of the run that reaches furthest from an answer, in both directions. */
function longestRun(answers: readonly ReadonlySet<string>[], at: number): [start: number, end: number] {
  let longest: [number, number] = [at, at]
  for (const group of answers[at]!) {
    let start = at
    let end = at
    while (start > 0 && answers[start - 1]!.has(group)) start--
    while (end + 1 < answers.length && answers[end + 1]!.has(group)) end++
    if (end > longest[1] || (end === longest[1] && start < longest[0])) longest = [start, end]
  }
  return longest
}
