/** How fast everybody is: 1, or 2 at the doubled load. */
export type Pace = { factor: number; hasEnded: boolean }

/**
 * Tells of moments that come by chance, `meanSeconds` apart on average, whatever has become of the earlier ones.
 *
 * @param arrive given the moment, which may be a little past when this process is busy
 */
export function byChance(pace: Pace, meanSeconds: number, arrive: (due: number) => void) {
  const gap = () => (-Math.log(1 - Math.random()) * meanSeconds * 1000) / pace.factor
  each(pace, performance.now() + gap(), gap, arrive)
}

/** The same at even distances, from a moment by chance on. */
export function byClock(pace: Pace, seconds: number, arrive: (due: number) => void) {
  const gap = () => (seconds * 1000) / pace.factor
  each(pace, performance.now() + Math.random() * gap(), gap, arrive)
}

function each(pace: Pace, first: number, gap: () => number, arrive: (due: number) => void) {
  const wait = (due: number) =>
    setTimeout(
      () => {
        if (pace.hasEnded) return
        arrive(due)
        wait(due + gap())
      },
      Math.max(0, due - performance.now()),
    ).unref()
  wait(first)
}
