// Each background task fails twice and each job of a queue once, with errors that occur with disks and databases.
import { registerHooks } from 'node:module'

const places: Record<string, { text: string; planted: string }> = {
  '/apps/server/src/platform/background.ts': {
    text: 'await work(signal)',
    planted: 'globalThis.failTwice(task); await work(signal)',
  },
  '/apps/server/src/platform/jobs/queue.ts': {
    text: 'const run = retryCount <',
    planted: 'globalThis.failFirst(retryCount); const run = retryCount <',
  },
}

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context)
    const place = Object.entries(places).find(([path]) => url.endsWith(path))?.[1]
    if (place === undefined) return loaded
    const source = String(loaded.source)
    if (source.split(place.text).length !== 2) throw new Error(`no single place to plant failures in ${url}`)
    return { ...loaded, source: source.replace(place.text, place.planted) }
  },
})

const failures = new Map<string, number>()

Object.assign(globalThis, {
  failTwice(task: string) {
    const count = (failures.get(task) ?? 0) + 1
    failures.set(task, count)
    if (count === 1) throw Object.assign(new Error('planted: no space left on device'), { code: 'ENOSPC' })
    if (count === 2) throw new Error('timeout exceeded when trying to connect')
  },
  failFirst(retryCount: number) {
    if (retryCount === 0) throw new Error('planted: the first attempt fails')
  },
})
