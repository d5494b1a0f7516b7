import type { TestProject } from 'vitest/node'
import { setUpOn } from './database-setup.ts'

/** What several machines share, PostgreSQL 15 and an S3 store, for tests that make no sense on anything else. */
export default (project: TestProject) => setUpOn('cluster', project)
