import type { Clock } from './clock.ts'
import { type Call, type Costs, scaledCalls } from './costs.ts'
import { createMachine } from './machine.ts'
import { createStation } from './station.ts'
import { createWebProcess, type WebProcess } from './web-process.ts'

/** Processors of each part, or of the one machine that all parts share. */
export type Processors = { shared: number } | { web: number; database: number; store: number; workers: number }
export type Setup = {
  processors: Processors
  webProcesses: number
  measuringProcesses: number
  storage: 'disk' | 's3'
  hasProxy: boolean
  /** Whether the load generator works on the same machine. */
  hasGenerator: boolean
}
export type Outcome = 'answered' | 'refused'

/** An installation: takes calls, and says when and how each ends. */
export function openSite(clock: Clock, setup: Setup, costs: Costs, { uniform, normal }: Chance) {
  const { processors } = setup
  const shared = 'shared' in processors ? createMachine(clock, processors.shared) : undefined
  const own = (count: number) => shared ?? createMachine(clock, count)
  const machines =
    'shared' in processors
      ? { web: shared!, database: shared!, store: shared!, workers: shared! }
      : {
          web: own(processors.web),
          database: own(processors.database),
          store: own(processors.store),
          workers: own(processors.workers),
        }
  const webs = Array.from({ length: setup.webProcesses }, () => createWebProcess(clock, machines.web))
  const measuring = createStation(machines.workers, setup.measuringProcesses, 'measuring')
  const calls = scaledCalls(costs)
  const storage = costs[setup.storage]
  const frontSeconds = ((setup.hasProxy ? costs.proxyMs : 0) + (setup.hasGenerator ? costs.generatorMs : 0)) / 1000
  const counts = { arrived: 0, answered: 0, refused: 0 }

  for (const web of webs) pause(web)
  function pause(web: WebProcess) {
    clock.after(-Math.log(1 - uniform()) * costs.pause.everySeconds, () =>
      web.thread.add(costs.pause.ms / 1000, () => pause(web)),
    )
  }
  const vary = () => Math.exp(costs.variation * normal() - costs.variation ** 2 / 2)

  /** The statements of a transaction and the work between them, which occupy one connection. */
  function transact(
    web: WebProcess,
    { ms, statements }: Pick<Call, 'ms' | 'statements'>,
    then: () => void,
    tooLate: () => void,
  ) {
    const seconds = (ms * vary()) / 1000
    const webSeconds = (seconds * costs.webShare) / (statements + 1)
    const databaseSeconds = (seconds * (1 - costs.webShare)) / statements
    const step = (left: number) =>
      web.thread.add(webSeconds, () => {
        if (left === 0) {
          web.connections.release()
          return then()
        }
        machines.database.work(databaseSeconds, 'calls', () => step(left - 1))
      })
    web.connections.acquire(() => step(statements), tooLate)
  }
  /** Hashes and stores the recording between two transactions, then hands it over to the workers. */
  function storeItem(web: WebProcess, call: Call, then: () => void, tooLate: () => void) {
    const half = { ms: call.ms / 2, statements: Math.ceil(call.statements / 2) }
    const finish = () => {
      measuring.add(((costs.measuringSeconds * costs.itemSeconds) / 60) * vary(), () => {})
      then()
    }
    const wait = () => clock.after((storage.waitMs * vary()) / 1000, () => transact(web, half, finish, tooLate))
    const put = () => machines.store.work((storage.processorMs * vary()) / 1000, 'calls', wait)
    transact(web, half, put, tooLate)
  }

  return {
    counts,
    measuring,
    machines,
    call(name: string, ended: (outcome: Outcome) => void) {
      const call = calls.get(name)
      if (call === undefined) throw new Error(`unknown call ${name}`)
      counts.arrived++
      const isRead = call.kind === 'read'
      // As Caddy does without a policy.
      const web = webs[Math.floor(uniform() * webs.length)]!
      const end = (outcome: Outcome) => {
        counts[outcome]++
        ended(outcome)
      }
      const answer = (outcome: Outcome) => () => {
        if (isRead) web.release()
        machines.web.work(frontSeconds / 2, 'calls', () => end(outcome))
      }
      const [answered, tooLate] = [answer('answered'), answer('refused')]
      const begin = () => {
        if (isRead && !web.admit()) return end('refused')
        if (call.kind === 'upload') return storeItem(web, call, answered, tooLate)
        if (call.kind === 'login')
          return machines.web.work(costs.signInMs / 1000, 'calls', () => transact(web, call, answered, tooLate))
        transact(web, call, answered, tooLate)
      }
      machines.web.work(frontSeconds / 2, 'calls', () => web.thread.add(costs.acceptMs / 1000, begin))
    },
  }
}
export type Chance = { uniform: () => number; normal: () => number }
