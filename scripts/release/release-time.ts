import { spawnSync } from 'node:child_process'

/** The time of everything in a release, in seconds: of its commit, so that the same commit gives the same files. */
export function releaseSeconds(): number {
  const given = process.env.SOURCE_DATE_EPOCH
  if (given !== undefined) return Number(given)
  const { stdout } = spawnSync('git', ['log', '-1', '--format=%ct'], { cwd: import.meta.dirname, encoding: 'utf8' })
  return Number(stdout?.trim() || Math.floor(Date.now() / 1000))
}
