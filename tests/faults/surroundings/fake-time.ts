import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { withClient } from '../../../apps/server/testing/database-setup.ts'
import { ensureDebianPackages } from '../../../scripts/debian-packages.mjs'
import type { Clinic } from '../clinic.ts'

const library = `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu/faketime/libfaketimeMT.so.1`

export const withoutFakeTime = 'libfaketime is not installed'
export const canFakeTime = () =>
  ensureDebianPackages([{ command: 'faketime', package: 'faketime' }]).length === 0 && existsSync(library)

/**
 * A clock that servers read instead of the machine's, which does not change; the servers' timers are not affected. The
 * queue reads the database's clock through a function, which follows this clock.
 */
export async function openClock(clinic: Clinic) {
  const file = path.join(clinic.dataDir, 'clock')
  const environment = {
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_NO_CACHE: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  }
  const set = async (seconds: number) => {
    await writeFile(file, `${seconds < 0 ? '' : '+'}${seconds}\n`)
    await withClient(clinic.databaseUrl, (client) =>
      client.query(`create or replace function pgboss.job_now() returns timestamptz language sql stable as
        $$ select now() + interval '${seconds} seconds' $$`),
    )
  }
  await set(0)
  return { environment, set }
}
