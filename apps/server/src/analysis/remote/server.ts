import { createHash, randomUUID, timingSafeEqual } from 'node:crypto'
import path from 'node:path'
import { type FunctionName, functionVersions } from '@fonema/speech'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { answerOf, parseFields } from '../../platform/http/errors.ts'
import type { Queue } from '../../platform/jobs/queue.ts'
import type { KeyRing } from '../../platform/keys.ts'
import type { Links } from '../../platform/objects/links.ts'
import { openValue, sealValue } from '../../platform/sealed-value.ts'
import type { MeasureDeps, Measuring } from '../jobs.ts'
import { type MeasuredTake, neededChannel, neededReferences, requestOf, saveQuality } from '../measure-stored.ts'
import { measuringJob } from '../measuring-jobs.ts'
import { MeasureTake } from '../plan.ts'
import {
  addresses,
  ExtendCall,
  GiveBackCall,
  type Lease,
  LeaseCall,
  leaseGone,
  otherRelease,
  ResultCall,
  VerdictCall,
} from './wire.ts'

const extendSeconds = 10
const maxBodyBytes = 1024 * 1024

type Deps = Omit<MeasureDeps, 'queue'> & { queue: Queue; links: Links; sealKeys: KeyRing }

/** What a lease holds, sealed: the server keeps no state, so each of several processes can answer. */
const Held = z.object({
  job: MeasureTake,
  attempt: z.object({ id: z.string(), retryCount: z.int() }),
  take: z.custom<MeasuredTake>(),
  functions: z.array(z.custom<FunctionName>()),
})
type Held = z.infer<typeof Held>

class Refusal extends Error {
  readonly status: number
  constructor(status: number, code: string) {
    super(code)
    this.status = status
  }
}

const digestOf = (text: string) => createHash('sha256').update(text).digest()

/**
 * Lets workers on other machines measure recordings. They have a key for these five addresses and nothing else: no
 * password of the database or of the store. A job is held by the queue for the attempt that a lease names, so each
 * result is saved once, also when a worker dies, returns late, or answers twice. Without keys the addresses do not exist.
 */
export async function serveWorkers(app: FastifyInstance, keys: readonly string[], deps: Deps): Promise<void> {
  if (keys.length === 0) return
  const expected = keys.map((key) => digestOf(`Bearer ${key}`))
  await app.register(async (scope) => {
    scope.setErrorHandler((error, request, reply) => {
      if (error instanceof Refusal) return reply.code(error.status).send({ code: error.message })
      const { status, body, isBug } = answerOf(error)
      if (isBug) request.log.error({ err: error }, 'bug')
      return reply.code(status).send(body)
    })
    scope.addHook('onRequest', async ({ headers }) => {
      const given = digestOf(headers.authorization ?? '')
      if (!expected.some((key) => timingSafeEqual(key, given))) throw new Refusal(401, 'not_authenticated')
    })
    const call = <T>(address: string, schema: z.ZodType<T>, answer: (body: T) => Promise<object | undefined>) =>
      scope.post(address, { bodyLimit: maxBodyBytes, schema: { hide: true } }, async ({ body }, reply) => {
        const answered = await answer(parseFields(schema, body))
        return answered === undefined ? reply.code(204).send() : answered
      })
    call(addresses.lease, LeaseCall, ({ versions }) => lease(deps, versions))
    call(addresses.extend, ExtendCall, async ({ lease }) => {
      const { attempt } = openLease(deps, lease)
      requireHeld(await deps.queue.extend('measure-take', attempt))
      return undefined
    })
    call(addresses.verdict, VerdictCall, async ({ lease, quality }) => {
      const { job, attempt } = openLease(deps, lease)
      requireHeld(await deps.queue.extend('measure-take', attempt))
      // The results of a campaign replace earlier ones together with their verdict.
      if (job.campaign_id === undefined)
        await deps.database.tenant(job.organization_id, (tx) => saveQuality(tx, job.take_id, quality))
      return undefined
    })
    call(addresses.result, ResultCall, async ({ lease, measurement }) => {
      const { job, attempt, take, functions } = openLease(deps, lease)
      await deps.database.tenant(job.organization_id, async (tx) => {
        requireHeld(await deps.queue.finish(tx, 'measure-take', attempt))
        await measuringJob(job).save(deps, tx, { take, functions, measurement })
      })
      return undefined
    })
    call(addresses.giveBack, GiveBackCall, async ({ lease, reason }) => {
      requireHeld(await deps.queue.giveBack('measure-take', openLease(deps, lease).attempt, reason))
      return undefined
    })
  })
}

const requireHeld = (isHeld: boolean) => {
  if (!isHeld) throw new Refusal(410, leaseGone)
}

function openLease({ sealKeys }: Deps, lease: string): Held {
  const opened = openValue(sealKeys, Buffer.from(lease, 'base64url'), 'lease')
  if (opened === undefined) throw new Refusal(410, leaseGone)
  return Held.parse(JSON.parse(opened.toString()))
}

/** @returns undefined when no recording waits */
async function lease(deps: Deps, versions: Record<string, number>): Promise<Lease | undefined> {
  if (Object.entries(functionVersions).some(([name, version]) => versions[name] !== version))
    throw new Refusal(409, otherRelease)
  for (;;) {
    const held = await deps.queue.hold('measure-take', MeasureTake)
    if (held === undefined) return undefined
    const { payload: job, attempt, isLastRun } = held
    const steps = measuringJob(job)
    if (isLastRun) await steps.giveUp(deps)
    const found = isLastRun ? undefined : await steps.find(deps)
    if (found !== undefined) return describe(deps, { job, attempt }, found)
    await deps.database.tenant(job.organization_id, (tx) => deps.queue.finish(tx, 'measure-take', attempt))
  }
}

async function describe(
  { links, sealKeys }: Deps,
  held: Pick<Held, 'job' | 'attempt'>,
  { measurable, functions }: Measuring,
): Promise<Lease> {
  const link = async (key: string) => {
    const filename = `${randomUUID()}${path.extname(key)}`
    return (await links.create({ key, filename, content_type: 'application/octet-stream' })).url
  }
  const { id, sha256, window_start, window_end, people, speaker_track } = measurable.take
  const take = { id, sha256, window_start, window_end, people, speaker_track }
  const sealed = sealValue(sealKeys, Buffer.from(JSON.stringify({ ...held, take, functions })), 'lease')
  const request = requestOf(measurable, functions)
  const channel = neededChannel(measurable)
  const examiner = channel && {
    sha256: channel.sha256,
    window: request.window,
    url: await link(channel.object_key),
  }
  return {
    lease: sealed.toString('base64url'),
    extend_seconds: extendSeconds,
    audio: await link(measurable.take.object_key),
    references: await Promise.all(
      neededReferences(measurable).map(async ({ object_key, ...part }) => ({ ...part, url: await link(object_key) })),
    ),
    examiner,
    request,
  }
}
