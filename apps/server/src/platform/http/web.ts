import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { AppError } from './errors.ts'
import { serveManifest } from './manifest.ts'
import { pagePolicy, workerPolicy } from './security-headers.ts'

const placeholder = '__CSP_NONCE__'
const workerScript = /^\/assets\/[\w-]+-worker-[\w-]+\.js$/

/**
 * Serves the built web application. Names of assets contain hashes, so browsers cache them for a year. Any other
 * address answers the page, which shows its own 404. No address below `/api` answers the page.
 */
export async function serveWeb(app: FastifyInstance, folder: string, { mediaFrom }: { mediaFrom: string | undefined }) {
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

  app.setNotFoundHandler((request, reply) => {
    const isPage =
      (request.method === 'GET' || request.method === 'HEAD') && !/^\/(api|assets|icons|media)(\/|$)/.test(request.url)
    if (!isPage) throw new AppError('not_found')
    return sendPage(reply)
  })
}
