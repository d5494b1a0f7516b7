import type { TestProject } from 'vitest/node'
import { setUpOn } from './database-setup.ts'

/** Provides PostgreSQL 15 behind PgBouncer in transaction mode. */
export default (project: TestProject) => setUpOn('pooler', project)
