import type { TestProject } from 'vitest/node'
import { setUpOn } from './database-setup.ts'

/** Provides what several machines share, PostgreSQL 15 and an S3 store, for tests that need them. */
export default (project: TestProject) => setUpOn('cluster', project)
