import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { AppError } from './errors.ts'
import { serveManifest } from './manifest.ts'
import { pagePolicy, serviceWorkerPolicy, workerPolicy } from './security-headers.ts'

const placeholder = '__CSP_NONCE__'
const workerScript = /^\/assets\/[\w-]+-worker-[\w-]+\.js$/

/** Replaces any earlier worker at once, and leaves nothing of it in the browser. */
export const removingWorker = `addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil(remove()))
async function remove() {
  for (const name of await caches.keys()) await caches.delete(name)
  indexedDB.deleteDatabase('fonema-offline')
  await registration.unregister()
}
`

/**
 * Serves the built web application. Names of assets contain hashes, so browsers cache them for a year. Any other
 * address answers the page, which shows its own 404. No address below `/api` answers the page.
 */
export async function serveWeb(
  app: FastifyInstance,
  folder: string,
  { mediaFrom, offlineUse }: { mediaFrom: string | undefined; offlineUse: boolean },
) {
  const index = path.join(folder, 'index.html')
  const page = existsSync(index) ? await readFile(index, 'utf8') : undefined
  if (page !== undefined) {
    await app.register(fastifyStatic, {
      root: path.join(folder, 'assets'),
      prefix: '/assets/',
      decorateReply: false,
      preCompressed: true,
      immutable: true,
      maxAge: '365d',
      index: false,
    })
    await serveManifest(app, folder)
  }

  app.addHook('onSend', async (request, reply) => {
    if (workerScript.test(request.url)) reply.header('content-security-policy', workerPolicy)
  })

  const sendPage = (reply: FastifyReply) => {
    if (page === undefined) throw new AppError('not_found')
    const nonce = randomBytes(16).toString('base64')
    return reply
      .code(200)
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': pagePolicy(nonce, mediaFrom),
        'cache-control': 'no-store',
      })
      .send(page.replaceAll(placeholder, nonce))
  }

  const worker = path.join(folder, 'service-worker.js')
  const workerText = offlineUse && existsSync(worker) ? await readFile(worker, 'utf8') : removingWorker
  app.get('/service-worker.js', { schema: { hide: true } }, (_request, reply) =>
    reply
      .headers({
        'content-type': 'text/javascript; charset=utf-8',
        'content-security-policy': serviceWorkerPolicy,
        // At every check the browser must get this release's worker, or the one that removes it.
        'cache-control': 'no-store',
      })
      .send(workerText),
  )

  // A clinic's pages belong in no search engine.
  app.get('/robots.txt', { schema: { hide: true } }, (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send('User-agent: *\nDisallow: /\n'),
  )

  app.setNotFoundHandler((request, reply) => {
    const isPage =
      (request.method === 'GET' || request.method === 'HEAD') && !/^\/(api|assets|icons|media)(\/|$)/.test(request.url)
    if (!isPage) throw new AppError('not_found')
    return sendPage(reply)
  })
}
