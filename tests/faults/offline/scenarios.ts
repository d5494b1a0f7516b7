import type { Scenario } from '../scenario.ts'
import { offlineDays } from './offline-days.ts'
import { offlineFirefox, offlineWork } from './offline-work.ts'

export const offlineScenarios: readonly Scenario[] = [offlineDays, offlineWork, offlineFirefox]
