import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { serveModel } from './serve-model.ts'

declare module 'vitest' {
  interface ProvidedContext {
    baseUrl: string
    dataDir: string
  }
}

export const demoPassword = 'Journey-2026!'

/** One real clinic for the run, started as `npm start` starts it. */
export default async function startServer({ provide }: TestProject) {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'fonema-e2e-'))
  const port = await freePort()
  const mirror = await serveModel()
  const catalogueFile = path.join(dataDir, 'more-models.json')
  await writeFile(catalogueFile, JSON.stringify(mirror.models))
  const child = spawn(process.execPath, [path.resolve(import.meta.dirname, '../apps/server/src/main.ts')], {
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      DATA_DIR: dataDir,
      DEMO_PASSWORD: demoPassword,
      LOG_LEVEL: 'warn',
      LOCKOUT_ATTEMPTS: '3',
      MODELS_CATALOGUE: catalogueFile,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const baseUrl = `http://127.0.0.1:${port}`
  while ((await fetch(`${baseUrl}/api/ready`).catch(() => undefined))?.status !== 200) {
    if (child.exitCode !== null) throw new Error('the server ended before it was ready')
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  provide('baseUrl', baseUrl)
  provide('dataDir', dataDir)
  return async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGTERM')
    await ended
    mirror.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })
}
