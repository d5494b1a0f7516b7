/** Runs at most `count` pieces of work at a time; the others wait in order of arrival. */
export function createSlots(count: number) {
  let free = count
  const waiting: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (free > 0) free--
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      // Passes the slot directly to the next in line, so that a new caller cannot overtake it.
      const next = waiting.shift()
      if (next === undefined) free++
      else next()
    }
  }
}
