import type { Rig } from '../rig.ts'
import { embeddedRestart } from './embedded-restart.ts'
import { line } from './line.ts'
import { lostCommit } from './lost-commit.ts'
import { refusals } from './refusals.ts'
import { restart } from './restart.ts'

export const databaseRigs: readonly Rig[] = [restart, embeddedRestart, line, lostCommit, refusals]
