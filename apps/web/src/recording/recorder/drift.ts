const windowsPerBlock = 5
const keptSteps = 120
const stepsToLearn = 12
/** From the median distance of normally distributed values to their standard deviation. */
const deviation = 1.4826
const standardDeviations = 3
const standardErrors = 2
/** Crystals change with their temperature. */
const minErrorSeconds = 0.00003
/** Some browsers' clocks count milliseconds. */
const clockStepSeconds = 0.001

/** Per window, and how far it may be off. */
export type Drift = { seconds: number; error: number }

/**
 * How much slower the device's crystal is than the page's clock: how much the delay usually grows from one block of
 * windows to the next. A loss is one step far from the others, and does not count.
 */
export function createDrift() {
  let windows = 0
  let least = Infinity
  let before: number | null = null
  let steps: number[] = []
  let drift: Drift | null = null

  function learn() {
    if (before !== null) steps = [...steps.slice(1 - keptSteps), (least - before) / windowsPerBlock]
    before = least
    if (steps.length < stepsToLearn) return
    const middle = medianOf(steps)
    const scatter = deviation * medianOf(steps.map((step) => Math.abs(step - middle)))
    const reach = Math.max(standardDeviations * scatter, clockStepSeconds / windowsPerBlock)
    const usual = steps.filter((step) => Math.abs(step - middle) <= reach)
    const seconds = usual.reduce((sum, step) => sum + step, 0) / usual.length
    drift = { seconds, error: Math.max(minErrorSeconds, (standardErrors * scatter) / Math.sqrt(usual.length)) }
  }

  return {
    /** The least delay in the next window, in seconds. Null until enough is known. */
    observe(delaySeconds: number): Drift | null {
      least = Math.min(least, delaySeconds)
      windows++
      if (windows === windowsPerBlock) {
        learn()
        windows = 0
        least = Infinity
      }
      return drift
    },
  }
}

const medianOf = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!
