import { spawnSync } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import type { Clinic, Server } from '../clinic.ts'
import type { Scenario, ScenarioResult } from '../scenario.ts'
import { attach, CannotAttach, notPermitted, reasonToLeaveOut } from '../strace.ts'
import { openUploads, type Uploads } from './uploads.ts'

/** F8: fsync fails, or takes half a second each time. */
export const failedSync: Scenario = {
  name: 'failed-sync',
  title: 'fsync answers EIO, or half a second late',
  async run({ clinic, short }) {
    const leftOut = reasonToLeaveOut()
    if (leftOut !== undefined) return { counts: {}, failures: [], leftOut }
    try {
      return await whileRecording(clinic, short ? 1 : 10, async (server, uploads) => {
        const inject = (what: string) =>
          attach(server.process.pid!, ['-o', '/dev/null', '-e', 'trace=fsync', '-e', `inject=fsync:${what}`])
        const failing = await inject('error=EIO')
        if (await uploads.record()) uploads.refuse('acknowledged although fsync failed')
        await failing()
        await uploads.recovered()
        const slow = await inject('delay_exit=500000')
        if (!(await uploads.record())) uploads.refuse('a slow disk lost a recording')
        await slow()
      })
    } catch (error) {
      if (error instanceof CannotAttach) return { counts: {}, failures: [], leftOut: notPermitted }
      throw error
    }
  },
}

/** F9: the process has reached its limit of open files. */
export const openFiles: Scenario = {
  name: 'open-files',
  title: 'No file can be opened any more (EMFILE)',
  async run({ clinic, short }) {
    if (spawnSync('prlimit', ['--version']).status !== 0)
      return { counts: {}, failures: [], leftOut: 'prlimit is not installed' }
    return whileRecording(clinic, short ? 2 : 20, async (server, uploads) => {
      const pid = server.process.pid!
      const limit = (files: number | string) =>
        spawnSync('prlimit', ['--pid', String(pid), `--nofile=${files}:`]).status === 0
      const open = await readdir(`/proc/${pid}/fd`)
      // A new file gets the lowest free number: this leaves one for the connection and none for the recording.
      const numbers = new Set(open.map(Number))
      let free = 0
      while (numbers.has(free)) free++
      if (!limit(free + 1)) uploads.refuse('the limit could not be set')
      await uploads.record({ mayBreak: true })
      limit(4096)
      await uploads.recovered()
    })
  },
}

async function whileRecording(
  clinic: Clinic,
  times: number,
  harm: (server: Server, uploads: Uploads) => Promise<void>,
): Promise<ScenarioResult> {
  const server = await clinic.startServer()
  const uploads = await openUploads(clinic)
  await uploads.record()
  for (let i = 0; i < times; i++) await harm(server, uploads)
  const { counts, failures } = await uploads.result(server)
  await server.kill()
  return { counts: { times, ...counts }, failures }
}
