import type { Profile } from './analysis.ts'
import { ceiling, examinersPerDatabase, loadOf, type Planned, type Step } from './cells.ts'
import type { Costs } from './costs.ts'

type SizedPlan = { processors: number; examiners: number; price: number | undefined; planned: Planned }

const count = (value: number) => value.toLocaleString('en-US', { maximumFractionDigits: 0 })
const percent = (share: number) => `${(100 * share).toFixed(0)} %`
const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [`| ${head.join(' | ')} |`, `|${'---|'.repeat(head.length)}`, ...rows.map((row) => `| ${row.join(' | ')} |`)].join(
    '\n',
  )

export function describeAssumptions(costs: Costs, profile: Profile): string {
  const load = loadOf(costs)
  const per1000 = (share: number) => (1000 * share).toFixed(1)
  const hours = profile.reduce((sum, share) => sum + share, 0)
  const rows = [
    ['Calls a second', per1000(load.calls)],
    ['Web processors', per1000(load.web)],
    ['Database processors', per1000(load.database)],
    ['Store processors', per1000(load.store)],
    ['Measuring processors, to keep up', per1000(load.measuring)],
  ]
  return `## What 1,000 examiners at work use

A call takes ${costs.callMs.toFixed(1)} ms of processor, a recorded minute ${costs.measuringSeconds} s. A day has ${hours.toFixed(1)} full hours.

${table(['', 'On average'], rows)}`
}

export function describePlans(plans: readonly SizedPlan[]): string {
  const hasPrice = plans.some(({ price }) => price !== undefined)
  const rows = plans.map(({ processors, examiners, price, planned }) => {
    const { cells, machines, machinesInAll, machineHoursPerYear, analysis, storage } = planned
    return [
      count(examiners),
      String(processors),
      String(cells),
      `${machines.web} + ${machines.database} + ${machines.store} + ${machines.workers}`,
      count(machinesInAll),
      count(analysis.peak * cells),
      `${analysis.waitMinutes.p95.toFixed(0)}, ${analysis.waitMinutes.longest.toFixed(0)} min`,
      `${storage.storeTerabytes.toFixed(1)} + ${storage.databaseTerabytes.toFixed(2)} TB`,
      count(machineHoursPerYear),
      ...(hasPrice ? [price === undefined ? '' : count(price * machineHoursPerYear)] : []),
    ]
  })
  const head = [
    'Examiners',
    'Processors of a machine',
    'Cells',
    'Machines of a cell: web + database + store + workers',
    'Machines in all',
    'Queue at its peak',
    'Wait of a recording, p95 and longest',
    'Recordings and rows in a year',
    'Machine-hours in a year',
    ...(hasPrice ? ['Price in a year'] : []),
  ]
  return `## Machines\n\n${table(head, rows)}`
}

export function describeCells(costs: Costs, plans: readonly SizedPlan[]): string {
  const kinds = [...new Set(plans.map(({ processors }) => processors))]
  const rows = kinds.map((processors) => [String(processors), count(examinersPerDatabase(costs, processors))])
  const busy = plans.map(({ processors, examiners, planned }) => [
    `${count(examiners)}, ${processors} processors`,
    percent(planned.busy.web),
    percent(planned.busy.database),
    percent(planned.busy.store),
    percent(planned.analysis.busyShare),
    count(planned.connections),
  ])
  return `## Examiners of a cell

Until its database uses ${percent(ceiling)} of its processors on average. This is processor time alone, without a model of waiting.

${table(['Processors of the database', 'Examiners'], rows)}

${table(['Busy while everybody works', 'Web', 'Database', 'Store', 'Workers, of the whole day', 'Connections'], busy)}`
}

/** What the model of waiting says about a cell that becomes too full. */
export function describeSteps(processors: number, planned: Planned, steps: readonly Step[]): string {
  const rows = steps.map(({ examiners, figures, busy, meets }) => [
    count(examiners),
    ...(['readMs', 'itemMs'] as const).map((kind) => {
      const { p50, p95, p99 } = figures[kind]
      return [p50, p95, p99].map((value) => value.toFixed(0)).join(', ')
    }),
    percent(figures.refusedShare),
    busy.map(({ name, share }) => `${name} ${percent(share)}`).join(', '),
    meets ? 'yes' : '**no**',
  ])
  const { busiest } = steps.at(-1)!
  const verdict = `The busiest part of the last row is the ${busiest.name} (${percent(busiest.share)}).`
  const head = ['Examiners', 'Reads p50, p95, p99 (ms)', 'Items', 'Refused', 'Busy', 'Goals met']
  return `## A cell with machines of ${processors} processors (${planned.machines.web} web), as it fills

${table(head, rows)}

${verdict}`
}
