import type { Sample } from './calls.ts'
import type { Queue, Stretch, Verdict } from './oracle.ts'
import { secondsEach } from './recordings.ts'
import { type Glance, memoryOf, quantile } from './watch.ts'

export type Phase = {
  name: string
  isDoubled: boolean
  samples: readonly Sample[]
  glances: readonly Glance[]
  stretch: Stretch
  burstMs: number
}

/** Goals of an upload: one process stores files on its own disk, several processes store them across the network. */
export type Goals = { uploadMs: number }

const ms = (value: number) => `${value.toFixed(0)} ms`
const percent = (share: number) => `${(100 * share).toFixed(2)} %`
const isError = ({ status }: Sample) => status === 0 || status === 429 || status >= 500
const timesOf = (samples: readonly Sample[], kind: Sample['kind']) =>
  samples.filter((sample) => sample.kind === kind).map((sample) => sample.ms)

/** A table of the goals and the measured values. */
export function describePhase(
  { name, isDoubled, samples, glances, burstMs }: Phase,
  { measured, waitingBefore, waiting }: Queue,
  goals: Goals,
): string {
  const [first, last] = [glances[0]!, glances.at(-1)!]
  const seconds = (last.at - first.at) / 1000
  const reads = timesOf(samples, 'read')
  const uploads = timesOf(samples, 'upload')
  const logins = timesOf(samples, 'login')
  const acknowledged = samples.filter(
    ({ kind, status }) => kind === 'upload' && (status === 200 || status === 201),
  ).length
  const errors = samples.filter(isError)
  const refused = samples.filter(({ status }) => status >= 400 && status < 500 && status !== 429)
  const memory = memoryOf(glances)
  const cpu = (kind: keyof Glance['cpu']) => last.cpu[kind] - first.cpu[kind]
  const calls = cpu('web') + cpu('product') + cpu('database')
  const rows: [string, string, string][] = [
    ['Requests', '', `${samples.length} in ${seconds.toFixed(0)} s, ${(samples.length / seconds).toFixed(1)}/s`],
    ['Items sent', '', `${acknowledged}, ${(acknowledged / seconds).toFixed(2)}/s`],
    ['Reads, p50', '', ms(quantile(reads, 0.5))],
    ['Reads, p95', '300 ms', ms(quantile(reads, 0.95))],
    ['Reads, p99', '800 ms', ms(quantile(reads, 0.99))],
    ['An item acknowledged, p50', '', ms(quantile(uploads, 0.5))],
    ['An item acknowledged, p95', ms(goals.uploadMs), ms(quantile(uploads, 0.95))],
    ['Sign-in, p95', '1000 ms', `${ms(quantile(logins, 0.95))} (${logins.length})`],
    ['50 sign-ins at once', '5 s', `${(burstMs / 1000).toFixed(1)} s`],
    [
      'Errors',
      isDoubled ? '1 %, 429 and 503 only' : '0.1 %',
      `${percent(errors.length / samples.length)}${byStatus(errors)}`,
    ],
    ['Refused for another reason', '0', `${refused.length}${byStatus(refused)}`],
    ...memory.map(({ name: process, peakMb, growth }): [string, string, string] => [
      `Memory of ${process}, growth over the last two thirds`,
      process === 'worker' ? '' : '512 MB, 10 %',
      `${peakMb.toFixed(0)} MB, ${percent(growth)}`,
    ]),
    ['Recordings that wait to be measured', '', `${waitingBefore} → ${waiting} (${measured} measured)`],
    ['CPU of a request: product and database', '', `${((1000 * calls) / samples.length).toFixed(1)} ms`],
    [
      'CPU of a minute recorded, measuring only',
      '',
      `${(cpu('measuring') / ((measured * secondsEach) / 60)).toFixed(2)} s`,
    ],
    ['CPU by process, share of one processor', '', shares(last.cpu, first.cpu, seconds)],
  ]
  return `### ${name}\n\n| | Goal | Measured |\n|---|---|---|\n${rows.map((row) => `| ${row.join(' | ')} |`).join('\n')}`
}

function byStatus(samples: readonly Sample[]): string {
  const counts = Map.groupBy(samples, ({ status, route }) => `${status === 0 ? 'no answer' : status} ${route}`)
  const parts = [...counts].map(([what, some]) => `${some.length} × ${what}`)
  return parts.length === 0 ? '' : ` (${parts.slice(0, 6).join(', ')})`
}

function shares(last: Glance['cpu'], first: Glance['cpu'], seconds: number): string {
  return Object.entries(last)
    .map(([kind, value]) => [kind, (value - first[kind as keyof typeof first]) / seconds] as const)
    .filter(([, share]) => share > 0.005)
    .map(([kind, share]) => `${kind} ${share.toFixed(2)}`)
    .join(', ')
}

/** The slowest addresses. */
export function describeRoutes(samples: readonly Sample[]): string {
  const rows = [...Map.groupBy(samples, ({ kind, route }) => `${kind} ${route}`)].map(([name, some]) => {
    const times = some.map((sample) => sample.ms)
    return { name, count: some.length, p50: quantile(times, 0.5), p95: quantile(times, 0.95) }
  })
  rows.sort((a, b) => b.p95 - a.p95)
  const lines = rows.map(({ name, count, p50, p95 }) => `| ${name} | ${count} | ${ms(p50)} | ${ms(p95)} |`)
  return `| Call | Times | p50 | p95 |\n|---|---|---|---|\n${lines.join('\n')}`
}

const windowSeconds = 10

/** What exceeded its goal, in windows of ten seconds, and since when. */
export function describeBreaking({ samples }: Phase, { uploadMs }: Goals): string {
  const begun = Math.min(...samples.map(({ due }) => due))
  const windows = Map.groupBy(samples, ({ due }) => Math.floor((due - begun) / 1000 / windowSeconds))
  const beyond = [
    ['reads (p95 over 300 ms)', (some: Sample[]) => quantile(timesOf(some, 'read'), 0.95) > 300],
    ['items (p95 over the goal)', (some: Sample[]) => quantile(timesOf(some, 'upload'), 0.95) > uploadMs],
    ['sign-ins (over 1 s)', (some: Sample[]) => quantile(timesOf(some, 'login'), 0.95) > 1000],
    ['refusals (429 or 503)', (some: Sample[]) => some.some(({ status }) => status === 429 || status === 503)],
    [
      'failures (no answer or another 5xx)',
      (some: Sample[]) => some.some((sample) => isError(sample) && ![429, 503].includes(sample.status)),
    ],
  ] as const
  const found = beyond.map(([what, isBeyond]) => {
    const bad = [...windows].filter(([, some]) => isBeyond(some)).map(([window]) => window)
    const when =
      bad.length === 0
        ? 'never'
        : `first after ${Math.min(...bad) * windowSeconds} s, in ${bad.length} of ${windows.size} windows`
    return `- ${what}: ${when}`
  })
  return `What breaks, in windows of ${windowSeconds} s:\n${found.join('\n')}`
}

export const describeVerdict = ({ acknowledged, unknown, lost, wrong, doubled }: Verdict) =>
  `Afterwards: ${acknowledged} items acknowledged (${unknown} not): ${lost} lost, ${wrong} wrong, ${doubled} doubled.`
