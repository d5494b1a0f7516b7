import path from 'node:path'
import { describeScrub, isClean, scrub } from '@fonema/backup'
import { z } from 'zod'
import { planReminders, ReminderMail } from './agenda/reminders/plan.ts'
import { sendReminder } from './agenda/reminders/send.ts'
import { feedCampaigns } from './analysis/campaigns/feed.ts'
import { ComputeIndex, computeIndex, giveUpIndex, planIndexRenewal } from './analysis/indices/job.ts'
import { measuringJob } from './analysis/measuring-jobs.ts'
import { defaultNetwork } from './analysis/models/download-file.ts'
import { DownloadModel, noteModels, runModelDownload } from './analysis/models/jobs.ts'
import { MeasureTake } from './analysis/plan.ts'
import { planRenewal } from './analysis/renewal.ts'
import { findSandbox, sandboxNotes } from './analysis/sandbox.ts'
import { giveUpTranscript, retryUntranscribed, transcribeTake } from './analysis/transcribe-job.ts'
import { createTranscriber, modelsFolder } from './analysis/transcription/transcriber.ts'
import type { AppDeps } from './app.ts'
import { contentFolder } from './app.ts'
import { PasswordMail } from './auth/password-tokens.ts'
import { forgetTokens } from './auth/refresh-tokens.ts'
import { readRecordReport } from './clinical-reports/record-report.ts'
import { publicUrlOf } from './config.ts'
import { sendPasswordMail } from './organization/password-mail.ts'
import type { createBackground } from './platform/background.ts'
import { resetFutureTimes } from './platform/jobs/set-back.ts'
import { createSlots } from './platform/jobs/slots.ts'
import { deriveKeys } from './platform/keys.ts'
import { errorFields, writeEvent, writeLog } from './platform/log.ts'
import { createMailer } from './platform/mail/mailer.ts'
import { ComputePopulation, computePopulation } from './populations/rules.ts'
import { compressTake, removeReplaced } from './responses/compression.ts'
import { makeTakeout, RemoveObjects, removeObjects } from './takeouts/jobs.ts'
import { MakeTakeout } from './takeouts/service.ts'
import { createAddressRule, resolveHost } from './webhooks/address.ts'
import { createDeliverer, forgetDeliveries } from './webhooks/deliver.ts'

export type JobDeps = Pick<AppDeps, 'config' | 'database' | 'store' | 'queue' | 'clock' | 'catalogue' | 'models'> & {
  databaseUrl: string
  background: ReturnType<typeof createBackground>
  /** Stops what the jobs start. Called in reverse order. */
  stops: (() => Promise<unknown>)[]
}

/** The model for the demonstration's synthetic voices. It is never used for a real organisation. */
export const demonstration = {
  model: path.join(contentFolder, 'demo', 'model'),
  audio: path.join(contentFolder, 'demo', 'audio'),
}

/** Starts the work of a worker process. Up to `processes` recordings are measured or transcribed at the same time. */
export async function startJobs(deps: JobDeps, processes: number): Promise<void> {
  writeLog(`${sandboxNotes[await findSandbox()]}\n`)
  deps.background.every('watch-clock', 30, () => resetFutureTimes(deps.database))
  await analyseTakes(deps, processes)
  await prepareData(deps)
  await keepUp(deps)
  await sendMail(deps)
  deliverWebhooks(deps)
}

/** Measures, transcribes and compresses recordings, and downloads the models for that. */
async function analyseTakes(
  { config, database, store, queue, clock, catalogue, models, background, stops }: JobDeps,
  processes: number,
) {
  const inSlot = createSlots(processes)
  const measuring = { database, store, clock, queue, catalogue }
  await queue.work(
    'measure-take',
    MeasureTake,
    processes,
    (job) => inSlot(() => measuringJob(job).measure(measuring)),
    (job) => measuringJob(job).giveUp(measuring),
  )
  await queue.work(
    'compute-index',
    ComputeIndex,
    1,
    (job) => inSlot(() => computeIndex(measuring, job)),
    (job) => giveUpIndex(measuring, job),
  )
  const transcriber = createTranscriber(config.transcriber, { dataDir: config.dataDir, demonstration })
  const transcribing = { database, store, clock, catalogue, transcriber, queue }
  await queue.work(
    'transcribe-take',
    MeasureTake,
    1,
    (job) => inSlot(() => transcribeTake(transcribing, job)),
    (job) => giveUpTranscript(transcribing, job),
  )
  const folder = modelsFolder(config.dataDir)
  // An administrator may add a model to the folder while the server runs.
  background.every('look-for-models', 60, async (signal) => {
    await noteModels({ database, clock, models, folder })
    await retryUntranscribed({ ...transcribing, signal })
  })
  const downloading = new AbortController()
  stops.push(async () => downloading.abort())
  await queue.work('download-model', DownloadModel, 1, async (job) => {
    const { signal } = downloading
    const isThere = await runModelDownload({ database, clock, models, folder, network: defaultNetwork, signal }, job)
    if (isThere) await retryUntranscribed(transcribing)
  })
  await queue.work('compress-take', MeasureTake, 1, (job) =>
    inSlot(() => compressTake({ database, store, clock }, job)),
  )
  background.every('feed-campaigns', 5, (signal) => feedCampaigns({ database, queue, clock, signal }))
  background.once('plan-renewal', (signal) => planRenewal({ database, queue, clock, signal }))
  background.once('plan-index-renewal', (signal) => planIndexRenewal({ database, queue, signal }))
}

/** Computes populations, packs takeouts and removes their objects. */
async function prepareData({ config, database, store, queue, clock, catalogue }: JobDeps) {
  await queue.work('compute-population', ComputePopulation, 1, (job) => computePopulation({ database, clock }, job))
  await queue.work('make-takeout', MakeTakeout, 1, (job) =>
    makeTakeout({ config, database, store, catalogue, clock }, job),
  )
  await queue.work('remove-objects', RemoveObjects, 1, (job) => removeObjects({ store }, job))
}

/** Each night: removes files that were replaced, checks the stored recordings, and deletes tokens that ended. */
async function keepUp({ config, database, databaseUrl, store, queue, clock, stops }: JobDeps) {
  const scrubbing = new AbortController()
  stops.push(async () => scrubbing.abort())
  await queue.work('scrub', z.unknown(), 1, async () => {
    const report = await scrub({ databaseUrl, store }, { signal: scrubbing.signal })
    if (!isClean(report)) writeEvent('error', 'scrub_found_faults', { report: describeScrub(report) })
  })
  await queue.schedule('scrub', '30 2 * * *')
  await queue.work('remove-replaced', z.unknown(), 1, () => removeReplaced({ database, store, clock }))
  await queue.schedule('remove-replaced', '45 1 * * *')
  await queue.work('forget-tokens', z.unknown(), 1, () => forgetTokens({ database, clock, config }))
  await queue.schedule('forget-tokens', '15 2 * * *')
  await queue.work('forget-deliveries', z.unknown(), 1, () => forgetDeliveries({ database, clock }))
  await queue.schedule('forget-deliveries', '20 2 * * *')
}

/** Sends the events of webhooks. They wait in the database, so a pause or a kill loses none. */
function deliverWebhooks({ config, database, clock, queue, background, stops }: JobDeps) {
  const rule = createAddressRule(config.webhookNetworks)
  const keys = deriveKeys(config, 'webhooks')
  const deliverer = createDeliverer(
    { database, clock, queue, keys, rule, resolve: resolveHost, readReport: readRecordReport },
    (error) => writeEvent('error', 'webhook_delivery_failed', errorFields(error)),
  )
  stops.push(deliverer.idle)
  background.every('deliver-webhooks', 1, deliverer.take)
}

async function sendMail({ config, database, queue, clock, catalogue }: JobDeps) {
  const say = (line: string) => writeLog(`${line}\n`)
  const send = createMailer({ smtpUrl: config.smtpUrl, from: config.mailFrom, dataDir: config.dataDir, say })
  const publicUrl = publicUrlOf(config)
  const deps = { database, clock, catalogue, send, publicUrl }
  await queue.work(
    'send-password-mail',
    PasswordMail,
    1,
    (mail) => sendPasswordMail(deps, mail),
    (mail) => sendPasswordMail(deps, mail, true),
  )
  await queue.work(
    'send-reminder',
    ReminderMail,
    1,
    (mail) => sendReminder(deps, mail),
    (mail) => sendReminder(deps, mail, true),
  )
  await queue.work('plan-reminders', z.unknown(), 1, () => planReminders({ database, clock, queue }))
  await queue.schedule('plan-reminders', '*/10 * * * *')
}
