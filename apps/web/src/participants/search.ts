/** Which letters of the code and of the name a search found. */
export type Match = { code: readonly number[]; name: readonly number[] }

// One letter for each position, so that the positions found are those of the text as it is written.
const fold = (text: string) =>
  Array.from({ length: text.length }, (_, i) => text.charAt(i).normalize('NFD').charAt(0).toLowerCase())

/**
 * Finds the letters of `query` one after the other in the code followed by the name, or in the name followed
 * by the code, whatever their case and accents. Blanks in the query do not count.
 */
export function findLetters(query: string, code: string, name: string): Match | null {
  const wanted = fold(query.replace(/\s+/g, ''))
  const codeLetters = fold(code)
  const nameLetters = fold(name)
  const codeFirst = subsequence(wanted, [...codeLetters, ...nameLetters])
  if (codeFirst !== null) return split(codeFirst, codeLetters.length, (code, name) => ({ code, name }))
  const nameFirst = subsequence(wanted, [...nameLetters, ...codeLetters])
  return nameFirst && split(nameFirst, nameLetters.length, (name, code) => ({ code, name }))
}

function subsequence(wanted: readonly string[], letters: readonly string[]): number[] | null {
  const found: number[] = []
  for (let i = 0; i < letters.length && found.length < wanted.length; i++) {
    if (letters[i] === wanted[found.length]) found.push(i)
  }
  return found.length === wanted.length ? found : null
}

function split<T>(positions: readonly number[], length: number, make: (first: number[], second: number[]) => T): T {
  return make(
    positions.filter((position) => position < length),
    positions.filter((position) => position >= length).map((position) => position - length),
  )
}
