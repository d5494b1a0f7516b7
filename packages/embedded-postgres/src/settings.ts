import { closeSync, fchownSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import type { Account } from './account.ts'

export const SUPERUSER = 'fonema'
export const DATABASE = 'fonema'

/** Given on the command line at each start, so that a new release's values apply to an old cluster. */
const settings: Record<string, string | number> = {
  // In the cluster's own 0700 folder, as a relative path, so that a path of any length fits the 107 bytes of a socket
  // address.
  listen_addresses: '',
  unix_socket_directories: '.',
  port: 5432,

  // An acknowledged recording survives a power cut.
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',

  // For two cores and little memory, shared with the analysis of speech.
  shared_buffers: '128MB',
  max_connections: 60,
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  effective_cache_size: '512MB',
  max_wal_size: '512MB',
  random_page_cost: 1.1,
  max_parallel_workers_per_gather: 0,
  max_wal_senders: 0,
  jit: 'off',
  timezone: 'UTC',
  cluster_name: 'fonema',

  // Health data must not reach a log. Parameters, statements and details ("Key (name)=(…) already exists") quote it,
  // and so do the messages of failed statements: the server process receives those as errors and decides what to
  // report. Level `log` is above `error` here: start, stop, recovery and fatal conditions remain.
  logging_collector: 'off',
  log_destination: 'stderr',
  log_line_prefix: '',
  log_timezone: 'UTC',
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_statement: 'none',
  log_min_duration_statement: -1,
  log_parameter_max_length: 0,
  log_parameter_max_length_on_error: 0,
  log_checkpoints: 'off',
  log_autovacuum_min_duration: -1,
}

/** For test databases that are deleted afterwards: nothing waits for the disk. */
const forgetful: Record<string, string> = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

export function settingArguments({ isThrownAway = false } = {}): string[] {
  return Object.entries({ ...settings, ...(isThrownAway && forgetful) }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
}

/**
 * Who may connect: only the operating system's user of this process, as reported by the kernel (peer), in any role.
 * There is no password that could leak, and `nobody`, the account of PostgreSQL when root starts it, is refused.
 */
export function writeAccessRules(clusterDir: string, account: Account): void {
  const us = userInfo().username.replaceAll('"', '""')
  writeForCluster(clusterDir, 'pg_hba.conf', 'local all all peer map=ours\n', account)
  writeForCluster(clusterDir, 'pg_ident.conf', `ours "${us}" all\n`, account)
}

/**
 * The folder belongs to the account, so with our rights no link in it is followed and no file is overwritten in place.
 */
function writeForCluster(clusterDir: string, name: string, text: string, account: Account): void {
  const aside = join(clusterDir, `${name}.${process.pid}-${Date.now()}`)
  const descriptor = openSync(aside, 'wx', 0o600)
  try {
    writeSync(descriptor, text)
    if (account.switchTo) fchownSync(descriptor, account.switchTo.uid, account.switchTo.gid)
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
  renameSync(aside, join(clusterDir, name))
}
