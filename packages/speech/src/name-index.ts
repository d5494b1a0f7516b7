type Node = { next: Map<string, Node>; name: string | null }

/** Names of one or more words, such as "polar bear", to be found in a sequence of spoken words. */
export type NameIndex = { readonly root: Node }

/** @param names each with its words, as they are compared */
export function indexNames(names: Iterable<readonly [name: string, words: readonly string[]]>): NameIndex {
  const root: Node = { next: new Map(), name: null }
  for (const [name, words] of names) {
    let node = root
    for (const word of words) {
      const next = node.next.get(word) ?? { next: new Map(), name: null }
      node.next.set(word, next)
      node = next
    }
    node.name ??= name
  }
  return { root }
}

/**
 * The longest name that begins at the first word. Of names of the same length, the one whose words were said as they
 * are written: the forms of a word are given with the word itself first.
 *
 * @param formsOf the forms of the word at an index; undefined after the last word
 */
export function longestName(
  { root }: NameIndex,
  formsOf: (index: number) => readonly string[] | undefined,
): { name: string; length: number } | null {
  const search = (node: Node, index: number): { name: string; length: number } | null => {
    let longest = node.name === null ? null : { name: node.name, length: index }
    for (const form of formsOf(index) ?? []) {
      const next = node.next.get(form)
      const found = next === undefined ? null : search(next, index + 1)
      if (found !== null && (longest === null || found.length > longest.length)) longest = found
    }
    return longest
  }
  return search(root, 0)
}
