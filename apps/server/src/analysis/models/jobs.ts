import type { Model } from '@fonema/contract'
import { z } from 'zod'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { ModelEntry } from './catalogue.ts'
import { DownloadError, type Network } from './download-file.ts'
import { checkModel, downloadModel } from './download-model.ts'
import './tables.ts'

export const DownloadModel = z.object({ name: z.string() })
export type DownloadModel = z.infer<typeof DownloadModel>

type ModelJobDeps = {
  database: Database
  clock: Clock
  models: readonly ModelEntry[]
  /** The folder of the models. */
  folder: string
  network: Network
  signal: AbortSignal
}

type State = { state: Model['state']; done_bytes?: number; error?: Model['error']; is_checked?: boolean | null }

const sayEveryMs = 1000

/**
 * Downloads a model, or checks the files that are there. Safe to run twice: valid files are kept, and concurrent jobs
 * wait for each other. When this process ends, the next one resumes the job.
 *
 * @returns whether the model is available now
 */
export async function runModelDownload(deps: ModelJobDeps, { name }: DownloadModel): Promise<boolean> {
  const { models, folder, network, signal } = deps
  const entry = models.find((one) => one.name === name)
  if (entry === undefined) return false // removed from the catalogue
  let present = { state: 'waiting' as Model['state'], done_bytes: 0 }
  let saying = say(deps, name, present)
  const ticker = setInterval(() => {
    saying = saying.then(() => say(deps, name, present)).catch(() => {})
  }, sayEveryMs)
  const end = async (state: State) => {
    clearInterval(ticker)
    await saying
    await say(deps, name, state)
  }
  try {
    const onProgress = (state: Model['state'], done_bytes: number) => {
      present = { state, done_bytes }
    }
    await downloadModel(entry, { folder, network, signal, onProgress })
    const checked = await checkModel(entry, folder, false)
    await end({ state: 'ready', is_checked: checked.problem === undefined && checked.isChecked })
    return true
  } catch (error) {
    if (error instanceof DownloadError) {
      const isKept = error.code !== 'wrong_checksum' && error.code !== 'wrong_size'
      await end({ state: 'failed', error: error.code, done_bytes: isKept ? present.done_bytes : 0 })
      return false
    }
    await end({ state: 'waiting', done_bytes: present.done_bytes })
    throw error
  } finally {
    clearInterval(ticker)
  }
}

/** A machine that has a model confirms it every minute. After this time without a confirmation no machine has it. */
const unseenSeconds = 150

/**
 * Updates the state of each model: a folder may have been added or removed by hand. Each machine may have its own
 * folder, so a model that is missing here may be installed on another machine.
 */
export async function noteModels({ database, clock, models, folder }: Omit<ModelJobDeps, 'network' | 'signal'>) {
  const rows = await database.shared
    .selectFrom('models')
    .select(['name', 'state', 'is_checked', 'updated_at'])
    .execute()
  for (const entry of models) {
    const { state = 'absent', is_checked = null, updated_at } = rows.find(({ name }) => name === entry.name) ?? {}
    // A model that failed its check becomes ready only after its files have been read.
    const found = await checkModel(entry, folder, state === 'failed')
    const isThere = found.problem === undefined
    const note = (change: State) => say({ database, clock }, entry.name, change, state)
    if (isThere && (state === 'absent' || state === 'failed'))
      await note({ state: 'ready', is_checked: found.isChecked })
    if (isThere && state === 'ready') await note({ state, is_checked })
    const isUnseen = updated_at !== undefined && clock.now().getTime() - updated_at.getTime() > unseenSeconds * 1000
    if (!isThere && state === 'ready' && isUnseen) await note({ state: 'absent' })
  }
}

/** @param onlyFrom writes only when the state is still this one; another process may have changed it */
async function say(
  { database, clock }: Pick<ModelJobDeps, 'database' | 'clock'>,
  name: string,
  { state, done_bytes = 0, error = null, is_checked = null }: State,
  onlyFrom?: Model['state'],
) {
  const values = { state, done_bytes, error, is_checked, updated_at: clock.now() }
  await database.shared
    .insertInto('models')
    .values({ name, ...values })
    .onConflict((conflict) => {
      const update = conflict.column('name').doUpdateSet(values)
      return onlyFrom === undefined ? update : update.where('models.state', '=', onlyFrom)
    })
    .execute()
}
