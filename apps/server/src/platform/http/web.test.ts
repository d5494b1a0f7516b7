import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { removingWorker, serveWeb } from './web.ts'

async function serveBuild({ offlineUse, hasWorker = true }: { offlineUse: boolean; hasWorker?: boolean }) {
  const folder = await mkdtemp(path.join(tmpdir(), 'fonema-web-'))
  for (const part of ['assets', 'icons']) await mkdir(path.join(folder, part))
  await writeFile(path.join(folder, 'index.html'), '<script nonce="__CSP_NONCE__"></script>')
  if (hasWorker) await writeFile(path.join(folder, 'service-worker.js'), '// the built worker')
  const app = fastify()
  await serveWeb(app, folder, { mediaFrom: undefined, offlineUse })
  onTestFinished(async () => {
    await app.close()
    await rm(folder, { recursive: true })
  })
  return app
}

test('the service worker is never cached, and may connect to this origin only', async () => {
  const app = await serveBuild({ offlineUse: true })
  const { body, headers } = await app.inject('/service-worker.js')
  expect(body).toBe('// the built worker')
  expect(headers['content-type']).toBe('text/javascript; charset=utf-8')
  expect(headers['cache-control']).toBe('no-store')
  expect(headers['content-security-policy']).toBe("default-src 'none'; connect-src 'self'; frame-ancestors 'none'")
})

test('without offline use, or without a built worker, browsers get the worker that removes itself', async () => {
  for (const options of [{ offlineUse: false }, { offlineUse: true, hasWorker: false }])
    expect((await (await serveBuild(options)).inject('/service-worker.js')).body).toBe(removingWorker)
})

test('the address of the kept page answers the page, with the nonce of its policy', async () => {
  const app = await serveBuild({ offlineUse: true })
  const { body, headers } = await app.inject('/shell/')
  const [, nonce] = /nonce="(.+)"/.exec(body) ?? []
  expect(headers['content-security-policy']).toContain(`'nonce-${nonce}'`)
})

test('search engines are asked to leave every page out', async () => {
  const { body, headers } = await (await serveBuild({ offlineUse: true })).inject('/robots.txt')
  expect([headers['content-type'], body]).toEqual(['text/plain; charset=utf-8', 'User-agent: *\nDisallow: /\n'])
})
