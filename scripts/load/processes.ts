import { readdirSync, readFileSync } from 'node:fs'

const ticksPerSecond = 100
const pageBytes = 4096

/** The kinds of processes, by their command lines; all others are ignored. */
const kinds = [
  ['measuring', /measure-process|transcribe-process/],
  ['web', /main\.ts web/],
  ['worker', /main\.ts worker/],
  ['product', /main\.ts/],
  ['proxy', /cluster\.ts/],
  ['database', /postgres/],
  ['store', /ceph-|radosgw/],
] as const
export type Kind = (typeof kinds)[number][0] | 'generator'

export type Found = { pid: number; kind: Kind; cpuSeconds: number; reapedSeconds: number; rssBytes: number }

/** This process and all its descendants at this moment. */
export function findProcesses(): Found[] {
  const parents = new Map<number, { parent: number; fields: string[] }>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const stat = read(`/proc/${name}/stat`)
    // The name in parentheses may contain anything.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (stat !== '') parents.set(Number(name), { parent: Number(fields[1]), fields })
  }
  const isOurs = (pid: number): boolean => pid === process.pid || (parents.has(pid) && isOurs(parents.get(pid)!.parent))
  return [...parents].flatMap(([pid, { fields }]) => {
    const kind = isOurs(pid) ? kindOf(pid) : undefined
    if (kind === undefined) return []
    const seconds = (first: number) => (Number(fields[first]) + Number(fields[first + 1])) / ticksPerSecond
    return [
      { pid, kind, cpuSeconds: seconds(11), reapedSeconds: seconds(13), rssBytes: Number(fields[21]) * pageBytes },
    ]
  })
}

function kindOf(pid: number): Kind | undefined {
  if (pid === process.pid) return 'generator'
  const command = read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ')
  return kinds.find(([, pattern]) => pattern.test(command))?.[0]
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return '' // the process has ended
  }
}

/** CPU seconds by kind. The time of child processes that a worker of ours waited for counts as measuring. */
export function cpuByKind(processes: readonly Found[]): Record<Kind, number> {
  const found: Record<Kind, number> = {
    measuring: 0,
    web: 0,
    worker: 0,
    product: 0,
    proxy: 0,
    database: 0,
    store: 0,
    generator: 0,
  }
  for (const { kind, cpuSeconds, reapedSeconds } of processes) {
    found[kind] += cpuSeconds
    if (kind === 'worker' || kind === 'product') found.measuring += reapedSeconds
    else if (kind === 'database') found.database += reapedSeconds
  }
  return found
}
