export type Heap<T> = {
  size(): number
  add(key: number, value: T): void
  /** The smallest key; Infinity when the heap is empty. */
  least(): number
  take(): T
}

/** Values by key. Equal keys come out in the order in which they were added, so that a run can be repeated. */
export function createHeap<T>(): Heap<T> {
  const entries: { key: number; turn: number; value: T }[] = []
  let turns = 0
  const isBefore = (a: number, b: number) => {
    const [one, other] = [entries[a]!, entries[b]!]
    return one.key < other.key || (one.key === other.key && one.turn < other.turn)
  }
  const swap = (a: number, b: number) => {
    const one = entries[a]!
    entries[a] = entries[b]!
    entries[b] = one
  }
  return {
    size: () => entries.length,
    add(key, value) {
      let at = entries.push({ key, turn: turns++, value }) - 1
      for (let parent = (at - 1) >> 1; at > 0 && isBefore(at, parent); at = parent, parent = (at - 1) >> 1)
        swap(at, parent)
    },
    least: () => entries[0]?.key ?? Number.POSITIVE_INFINITY,
    take() {
      const first = entries[0]
      if (first === undefined) throw new Error('the heap is empty')
      const last = entries.pop()!
      if (entries.length === 0) return first.value
      entries[0] = last
      for (let at = 0; ; ) {
        const [left, right] = [2 * at + 1, 2 * at + 2]
        let next = at
        if (left < entries.length && isBefore(left, next)) next = left
        if (right < entries.length && isBefore(right, next)) next = right
        if (next === at) return first.value
        swap(at, next)
        at = next
      }
    },
  }
}
