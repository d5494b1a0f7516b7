import type { Scenario } from '../scenario.ts'
import { fullDisk } from './full-disk.ts'
import { missingObject } from './missing-object.ts'
import { s3Line } from './s3-line.ts'
import { s3Store } from './s3-store.ts'
import { failedSync, openFiles } from './system-errors.ts'

export const storageScenarios: readonly Scenario[] = [fullDisk, failedSync, openFiles, missingObject, s3Line, s3Store]
