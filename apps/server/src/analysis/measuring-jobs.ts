import type { Tx } from '../platform/database/database.ts'
import { findWanted, giveUpOfCampaign, measureOfCampaign, saveWanted } from './campaigns/measure.ts'
import {
  findPendingMeasures,
  giveUpTake,
  type MeasureDeps,
  type Measured,
  type Measuring,
  measureTake,
  savePendingMeasures,
} from './jobs.ts'
import type { MeasureTake } from './plan.ts'

/** The steps of a job, which one worker takes together or a worker elsewhere takes apart. */
type MeasuringJob = {
  measure(deps: MeasureDeps): Promise<void>
  find(deps: Pick<MeasureDeps, 'database'>): Promise<Measuring | undefined>
  save(deps: Omit<MeasureDeps, 'store' | 'database'>, tx: Tx, measured: Measured): Promise<void>
  /** Instead of the last run, when every attempt failed or killed its worker. */
  giveUp(deps: MeasureDeps): Promise<void>
}

/** A job measures what is pending of a take, or all of it again for a campaign. */
export function measuringJob({ campaign_id, ...job }: MeasureTake): MeasuringJob {
  if (campaign_id === undefined)
    return {
      measure: (deps) => measureTake(deps, job),
      find: (deps) => findPendingMeasures(deps, job),
      save: savePendingMeasures,
      giveUp: (deps) => giveUpTake(deps, job),
    }
  const ofCampaign = { ...job, campaign_id }
  return {
    measure: (deps) => measureOfCampaign(deps, ofCampaign),
    find: (deps) => findWanted(deps, ofCampaign),
    save: (deps, tx, measured) => saveWanted(deps, tx, ofCampaign, measured),
    giveUp: (deps) => giveUpOfCampaign(deps, ofCampaign),
  }
}
