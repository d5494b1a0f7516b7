import type { Scenario } from '../scenario.ts'
import { offlineDays } from './offline-days.ts'

export const offlineScenarios: readonly Scenario[] = [offlineDays]
