import { type Profile, processorsFor, simulateAnalysis, storagePerYear } from './analysis.ts'
import { simulateCalls } from './calls.ts'
import { type Costs, ratesOf, scaledCalls } from './costs.ts'
import type { Setup } from './site.ts'

/** Of a station's processors, the part that may be used on average while everybody works. */
export const ceiling = 0.7
/** One writes, two follow it. */
const databaseMachines = 3
/** Of a process to the database, as docs/operations.md says. */
const connections = { web: 37, worker: 16 }
/** One may stop. */
const leastWebMachines = 2

/** Processor seconds that an examiner costs each second while everybody works. */
export function loadOf(costs: Costs) {
  const calls = scaledCalls(costs)
  let [seconds, count] = [0, 0]
  for (const [name, rate] of ratesOf(1)) {
    seconds += (calls.get(name)!.ms * rate) / 1000 / 60
    count += rate / 60
  }
  const items = ratesOf(1).get('item')! / 60
  return {
    calls: count,
    web: seconds * costs.webShare + (count * (costs.acceptMs + costs.proxyMs)) / 1000,
    database: seconds * (1 - costs.webShare),
    store: (items * costs.s3.processorMs) / 1000,
    measuring: (items * costs.measuringSeconds * costs.itemSeconds) / 60,
  }
}

export type Plan = { examiners: number; processors: number; profile: Profile; goalMinutes: number; workingDays: number }

/** Examiners whose calls use the given part of the database's processors: one machine writes, so more machines do not help. */
export const examinersPerDatabase = (costs: Costs, processors: number) =>
  Math.floor((ceiling * processors) / loadOf(costs).database)

/** As few cells as the databases allow. */
export const cellsFor = (costs: Costs, examiners: number, processors: number) =>
  Math.ceil(examiners / examinersPerDatabase(costs, processors))

/** Machines of an installation: as few cells as the database allows, all alike. */
export function planCells(costs: Costs, { examiners, processors, profile, goalMinutes, workingDays }: Plan) {
  const cells = cellsFor(costs, examiners, processors)
  const each = Math.ceil(examiners / cells)
  const load = loadOf(costs)
  const machinesFor = (share: number) => Math.ceil((each * share) / ceiling / processors)
  const measuring = processorsFor(costs, each, profile, goalMinutes)
  const machines = {
    web: Math.max(leastWebMachines, machinesFor(load.web)),
    database: databaseMachines,
    store: Math.max(1, machinesFor(load.store)),
    workers: Math.ceil(measuring / processors),
  }
  const perCell = machines.web + machines.database + machines.store + machines.workers
  const day = { examiners: each, profile, processors: machines.workers * processors, campaignItems: 0, seed: 'day' }
  const { store: storeShare, database } = load
  return {
    cells,
    examinersPerCell: each,
    machines,
    /** With a web process on each processor, and one worker on each machine for measuring. */
    connections: machines.web * processors * connections.web + machines.workers * connections.worker,
    machinesInAll: cells * perCell,
    machineHoursPerYear: cells * perCell * 24 * 365,
    busy: {
      web: (each * load.web) / (machines.web * processors),
      database: (each * database) / processors,
      store: (each * storeShare) / (machines.store * processors),
    },
    analysis: simulateAnalysis(costs, day),
    storage: storagePerYear(costs, examiners, profile, workingDays),
  }
}
export type Planned = ReturnType<typeof planCells>

/** The cell of a plan, with machines of its own for each part. */
function setupOf({ machines }: Planned, processors: number): Setup {
  return {
    processors: {
      web: machines.web * processors,
      database: processors,
      store: machines.store * processors,
      workers: machines.workers * processors,
    },
    webProcesses: machines.web * processors,
    measuringProcesses: machines.workers * processors,
    storage: 's3',
    hasProxy: true,
    hasGenerator: false,
  }
}

const goals = { readMs: 300, itemMs: 2000, refusedShare: 0.001 }
const stations = ['web', 'database', 'store'] as const

export type Step = ReturnType<typeof loadCell>

/** A minute of a cell with more or fewer examiners than it was planned for. */
export function loadCell(costs: Costs, planned: Planned, processors: number, examiners: number) {
  const setup = setupOf(planned, processors)
  const load = { clinicians: examiners, factor: 1, seconds: 60, warmingSeconds: 20, seed: 'cell' }
  const figures = simulateCalls(setup, costs, load)
  const sizes = setup.processors as Exclude<Setup['processors'], { shared: number }>
  const busy = stations.map((name) => ({ name, share: figures.busy[name] / sizes[name] }))
  const meets =
    figures.readMs.p95 <= goals.readMs &&
    figures.itemMs.p95 <= goals.itemMs &&
    figures.refusedShare <= goals.refusedShare
  const busiest = busy.reduce((most, each) => (each.share > most.share ? each : most))
  return { examiners, figures, busy, meets, busiest }
}
