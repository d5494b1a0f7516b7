import type { Scenario } from '../scenario.ts'
import { embeddedRestart } from './embedded-restart.ts'
import { line } from './line.ts'
import { lostCommit } from './lost-commit.ts'
import { refusals } from './refusals.ts'
import { restart } from './restart.ts'

export const databaseScenarios: readonly Scenario[] = [restart, embeddedRestart, line, lostCommit, refusals]
