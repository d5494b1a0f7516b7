/** Speed of all clinicians: 1, or 2 at the doubled load. */
export type Pace = { factor: number; hasEnded: boolean }

/**
 * Calls `arrive` at random moments, `meanSeconds` apart on average, whether or not earlier calls have finished.
 *
 * @param arrive called with the moment, which may be a little past when this process is busy
 */
export function byChance(pace: Pace, meanSeconds: number, arrive: (due: number) => void) {
  const gap = () => (-Math.log(1 - Math.random()) * meanSeconds * 1000) / pace.factor
  each(pace, performance.now() + gap(), gap, arrive)
}

/** The same at regular intervals, from a random moment on. */
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
