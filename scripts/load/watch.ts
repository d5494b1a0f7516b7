import { cpuByKind, type Found, findProcesses, type Kind } from './processes.ts'

export type Glance = { at: number; processes: Found[]; cpu: Record<Kind, number> }

const everySeconds = 5

/** Samples the processes at regular intervals. */
export function startWatching() {
  const glances: Glance[] = []
  const look = () => {
    const processes = findProcesses()
    glances.push({ at: performance.now(), processes, cpu: cpuByKind(processes) })
  }
  const timer = setInterval(look, everySeconds * 1000)
  return { glances, look, stop: () => clearInterval(timer) }
}

/** The memory of each process of the product: the maximum, and the growth over the last two thirds. */
export function memoryOf(glances: readonly Glance[]) {
  const byProcess = new Map<string, number[]>()
  for (const { processes } of glances)
    for (const { kind, pid, rssBytes } of processes) {
      if (kind !== 'web' && kind !== 'worker' && kind !== 'product') continue
      const name = `${kind} ${pid}`
      byProcess.set(name, [...(byProcess.get(name) ?? []), rssBytes / 1e6])
    }
  return [...byProcess].map(([name, values]) => {
    const sixth = Math.max(1, Math.floor(values.length / 6))
    const third = Math.floor(values.length / 3)
    const [before, after] = [median(values.slice(third, third + sixth)), median(values.slice(-sixth))]
    return { name: name.split(' ')[0]!, peakMb: Math.max(...values), growth: after / before - 1 }
  })
}

const median = (values: readonly number[]) => quantile(values, 0.5)

export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
