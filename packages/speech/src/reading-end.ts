// A match must outweigh a short gap: one common word that matches far ahead by chance does not mean that more was read.
const matchWeight = 2

/**
 * How many words of a text a reading reached. The words after them were not read, and are not errors. Words omitted
 * before the end count as reached, since reading went on after them.
 *
 * Every prefix of the text is compared with everything said. Each correct word counts for the prefix, each substituted,
 * omitted or added word against it. The best prefix wins; among equal ones the longest, so that words said after the
 * last correct word count as misread words of the text.
 */
export function readingEnd(text: readonly string[], spoken: readonly string[]): number {
  let scores = Int32Array.from({ length: spoken.length + 1 }, (_, j) => -j)
  let best = { end: 0, score: scores[spoken.length]! }
  for (const [i, wanted] of text.entries()) {
    const next = new Int32Array(spoken.length + 1)
    next[0] = -(i + 1)
    for (let j = 1; j <= spoken.length; j++) {
      const step = spoken[j - 1] === wanted ? matchWeight : -1
      next[j] = Math.max(scores[j - 1]! + step, scores[j]! - 1, next[j - 1]! - 1)
    }
    scores = next
    if (scores[spoken.length]! >= best.score) best = { end: i + 1, score: scores[spoken.length]! }
  }
  return best.end
}
