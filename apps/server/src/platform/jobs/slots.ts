/** Lets `count` pieces of work run at a time, whoever asks; the others wait in order. */
export function createSlots(count: number) {
  let free = count
  const waiting: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (free > 0) free--
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      // The place goes straight to the next one, so that nobody who comes now overtakes it.
      const next = waiting.shift()
      if (next === undefined) free++
      else next()
    }
  }
}
