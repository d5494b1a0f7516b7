/**
 * Backup, restore and scrub of a PostgreSQL database with a store of objects. By convention, a table whose rows name
 * objects has the columns `object_key` and `sha256`, migrations are Kysely's, and jobs are pg-boss's.
 */
export { type BackupSource, writeBackup } from './backup.ts'
export { checkBackup, type RestoreTarget, restoreBackup, type Start, TargetNotEmpty } from './restore.ts'
export { describeScrub, isClean, scrub } from './scrub.ts'
export { type BackupSecret, BackupUnreadable, seal, unseal } from './sealed-file.ts'
export { findStoredTables } from './stored-tables.ts'
