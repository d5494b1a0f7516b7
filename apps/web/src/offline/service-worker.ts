import { PrecacheController, PrecacheRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import type { ToServiceWorker } from './messages.ts'
import { freshShell, isOurs, isUnavailable, shellAddress } from './shell.ts'

// A script of its own (vite.config.ts), served at /service-worker.js. The DOM library has no types for its scope.
type Lasting = Event & { waitUntil(work: Promise<unknown>): void }
type Scope = {
  clients: { matchAll(options: object): Promise<readonly unknown[]>; claim(): Promise<void> }
  registration: { active: unknown }
  skipWaiting(): Promise<void>
  addEventListener(kind: 'install' | 'activate', listener: (event: Lasting) => void): void
  addEventListener(kind: 'message', listener: (event: Lasting & { data: unknown }) => void): void
}
declare const self: Scope
/** The built files, and the shell with a revision: set by the build. */
declare const builtFiles: readonly { url: string; revision: string | null }[]

const networkWithinMs = 10_000
const spreadOverMs = 60_000

const kept = new PrecacheController({
  // A refused answer ends the installation; the browser tries again at a later load.
  plugins: [{ cacheWillUpdate: async ({ request, response }) => (isOurs(request.url, response) ? response : null) }],
})
kept.addToCacheList([...builtFiles])

self.addEventListener('install', (event) => event.waitUntil(load(event)))

/** All browsers of a clinic find an update within minutes, and the server counts calls by address. */
async function load(event: Lasting): Promise<void> {
  if (self.registration.active !== null) await pause(Math.random() * spreadOverMs)
  await kept.install(event as Parameters<typeof kept.install>[0])
}

// Files of the earlier version are deleted here, so it must not happen while one of its pages is open.
self.addEventListener('activate', (event) => {
  event.waitUntil(kept.activate(event as Parameters<typeof kept.activate>[0]).then(() => self.clients.claim()))
})

self.addEventListener('message', (event) => {
  const { takeOver } = event.data as ToServiceWorker
  event.waitUntil(takeOverFrom(takeOver))
})

/** Replaces the earlier worker if the only open page is of this version: its entry script is one of our files. */
async function takeOverFrom(entry: string): Promise<void> {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (pages.length <= 1 && kept.getCacheKeyForURL(entry) !== undefined) await self.skipWaiting()
}

registerRoute(new PrecacheRoute(kept))
registerRoute(
  new NavigationRoute(({ request }) => openPage(request), { denylist: [/^\/(api|assets|media|scim|fhir)\//] }),
)

/** The network comes first, so that no worker can keep anybody at an old version. */
async function openPage(request: Request): Promise<Response> {
  try {
    const answer = await Promise.race([fetch(request), pause(networkWithinMs).then(() => null)])
    if (answer !== null && !isUnavailable(answer.status)) return answer
    return (await openShell()) ?? answer ?? Response.error()
  } catch {
    return (await openShell()) ?? Response.error()
  }
}

async function openShell(): Promise<Response | undefined> {
  const shell = await kept.matchPrecache(shellAddress)
  return shell && freshShell(shell)
}

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))
