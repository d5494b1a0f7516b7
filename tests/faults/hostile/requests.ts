import { contract, type Route } from '@fonema/contract'
import fc from 'fast-check'
import type { LightMyRequestResponse } from 'fastify'
import type { AccessActor } from '../../../apps/server/testing/access-actors.ts'
import { type AccessWorld, buildAccessWorld } from '../../../apps/server/testing/access-world.ts'
import type { Clinic } from '../clinic.ts'
import type { Scenario } from '../scenario.ts'
import { openApplication } from './application.ts'
import { documentedCalls, type HostileRequest, requestOf } from './generated-requests.ts'
import type { Ids } from './values.ts'

/** After this many requests the application starts anew: calls archive, sign out and use up what later ones need. */
const requestsAWorld = 10_000
const atOnce = 8

/** Every documented call by every actor, with good, wrong and hostile values. */
export const requests: Scenario = {
  name: 'requests',
  title: 'Generated requests from the OpenAPI document: no 500, no internal details, each answer fits its schema',
  async run({ clinic, short, random }) {
    const total = short ? 2_000 : 100_000
    const failures = new Map<string, string>()
    const statuses = new Map<number, number>()
    const inherited = Object.getOwnPropertyNames(Object.prototype).join()
    for (let done = 0; done < total; done += requestsAWorld) {
      const count = Math.min(requestsAWorld, total - done)
      await withWorld(clinic, async (world) => {
        const calls = documentedCalls((await world.demo.app.inject('/api/openapi.json')).json())
        const seed = Math.floor(random() * 2 ** 31)
        const generated = fc.sample(requestOf(calls, await thingsOf(world)), { numRuns: count, seed })
        await inParallel(generated, async (request, index) => {
          const actor = actorOf(world, index)
          // A request may have changed or ended what the others work with.
          if (index % 250 === 0) await mend(world)
          const answer = await ask(world, actor, request)
          statuses.set(answer.statusCode, (statuses.get(answer.statusCode) ?? 0) + 1)
          const problem = problemOf(request, answer)
          if (problem !== undefined && !failures.has(`${request.key}: ${problem}`))
            failures.set(
              `${request.key}: ${problem}`,
              `${actor.name}: ${JSON.stringify(request).slice(0, 600)} → ${answer.body.slice(0, 300)}`,
            )
        })
      })
    }
    if (Object.getOwnPropertyNames(Object.prototype).join() !== inherited) failures.set('Object.prototype', 'has grown')
    const isAnswered = [...statuses].filter(([status]) => status < 300).reduce((sum, [, count]) => sum + count, 0)
    if (isAnswered < total / 20) failures.set('requests', `only ${isAnswered} succeeded: the scenario tests nothing`)
    const byStatus = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${count} × ${status}`)
    return {
      counts: { requests: total, answers: byStatus.join(', ') },
      failures: [...failures].map(([what, example]) => `${what}, ${example}`),
    }
  },
}

async function withWorld(clinic: Clinic, work: (world: AccessWorld) => Promise<void>) {
  const demo = await openApplication(clinic)
  await work(await buildAccessWorld(demo))
  await demo.close()
}

async function inParallel<T>(items: readonly T[], work: (item: T, index: number) => Promise<void>) {
  let next = 0
  const worker = async () => {
    for (let index = next++; index < items.length; index = next++) await work(items[index]!, index)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}

/** Ids of existing objects: mostly the examiner's own, and people whom no other call needs. */
async function thingsOf({ objects, given, people, renew }: AccessWorld): Promise<Ids[]> {
  const nobodys = (await renew(people[0]!)).ids
  const [own, archived, colleagues, others] = objects.map(({ ids }) => ({ ...given, ...nobodys, ...ids }))
  return [own!, own!, own!, own!, archived!, colleagues!, others!]
}

/** Two of three calls come from a user with a role. */
function actorOf({ actors }: AccessWorld, index: number): AccessActor {
  const withRole = actors.filter(({ organization, roles }) => organization === 'demo' && roles.length > 0)
  const among = index % 3 === 0 ? actors : withRole
  return among[Math.floor(index / 3) % among.length]!
}

/** Signs in and activates everybody again, and removes the clinic's locks and recent takeouts. */
async function mend({ demo, restore }: AccessWorld) {
  await restore()
  const { shared } = demo.database
  await shared.deleteFrom('login_attempts').execute()
  await shared
    .updateTable('credentials')
    .set({ is_active: true })
    .where('email_key', '<>', 'leaver@demo.example')
    .execute()
  await shared.updateTable('sessions').set({ ended_at: null, end_reason: null }).execute()
}

function ask({ demo }: AccessWorld, actor: AccessActor, request: HostileRequest) {
  const { method, url, headers, payload, remoteAddress } = request
  return demo.app.inject({ method, url, headers: { ...headers, ...actor.headers }, payload, remoteAddress })
}

const inside =
  /node_modules|\.(ts|js):\d+|\bat \w+ \(|insert into|select ["*]|pg_|postgres|violates|syntax error|sqlstate|fastify|FST_|zod|busboy|kysely/i

function problemOf(request: HostileRequest, answer: LightMyRequestResponse): string | undefined {
  const { statusCode: status, body, headers } = answer
  // The identity provider of this test does not exist.
  const isElsewhere = body === '{"code":"provider_unreachable"}'
  if (status >= 500 && status !== 507 && !isElsewhere) return `${status}`
  if (status >= 400 && inside.test(body)) return 'reveals internal details'
  if (headers.server !== undefined || headers['x-powered-by'] !== undefined) return 'reveals the server software'
  if (request.hasUnknownField && status < 300) return 'an unknown field is accepted'
  if (request.isOtherType && ![400, 401, 403, 404, 413, 415].includes(status))
    return `${status} for another type of body`
  return fitsSchema(request, answer) ? undefined : `${status} does not fit its schema`
}

/** Checks the contract's schema for the status. A refusal that every call may give is only a code. */
function fitsSchema({ key }: HostileRequest, { statusCode, body, headers }: LightMyRequestResponse): boolean {
  const route: Route | undefined = contract[key as keyof typeof contract]
  const schema = route?.responses[statusCode]
  if (schema === null) return body === ''
  if (schema === 'bytes' || String(headers['content-type']).startsWith('text/csv')) return true
  const output: unknown = JSON.parse(body)
  if (schema !== undefined) return schema.safeParse(output).success
  return statusCode >= 400 && typeof output === 'object' && output !== null && Object.keys(output).length > 0
}
