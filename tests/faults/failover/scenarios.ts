import type { Scenario } from '../scenario.ts'
import { failover } from './failover.ts'

export const failoverScenarios: readonly Scenario[] = [failover]
