import type { Scenario } from '../scenario.ts'
import { background } from './background.ts'
import { cutDownload } from './cut-download.ts'
import { hostileAudio } from './hostile-audio.ts'
import { killWorker, zombieWorker } from './kill-worker.ts'
import { migration } from './migration.ts'
import { remoteWorker } from './remote-worker.ts'
import { workerDatabase } from './worker-database.ts'

export const workScenarios: readonly Scenario[] = [
  background,
  killWorker,
  zombieWorker,
  workerDatabase,
  remoteWorker,
  cutDownload,
  migration,
  hostileAudio,
]
