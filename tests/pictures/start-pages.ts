import path from 'node:path'
import { createServer } from 'vite'
import type { TestProject } from 'vitest/node'

/** The pages as they are developed, without a server behind them. */
export default async function startPages({ provide }: TestProject) {
  const vite = await createServer({
    root: path.resolve(import.meta.dirname, '../../apps/web'),
    // Another one than that of `npm run dev`, which may be running.
    cacheDir: path.resolve(import.meta.dirname, '../../node_modules/.cache/vite-pictures'),
    logLevel: 'error',
    server: { host: '127.0.0.1', port: 0, hmr: false, watch: null, proxy: {} },
  })
  await vite.listen()
  provide('baseUrl', vite.resolvedUrls!.local[0]!)
  return () => vite.close()
}
