import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { databaseUrl, withClient } from '../../apps/server/testing/database-setup.ts'
import { type ClusterParts, clusterPartsForTests } from '../../scripts/cluster/cluster-parts.ts'
import { startCluster } from '../../scripts/cluster/start-cluster.ts'
import { sharedCompileCache } from '../../scripts/compile-cache.ts'
import { serveModel } from './serve-model.ts'

declare module 'vitest' {
  interface ProvidedContext {
    baseUrl: string
    /** The data folder of each process: one, or those of a cluster. */
    dataDirs: string[]
    /** The object store of a cluster; absent: the single process stores objects in its data folder. */
    clusterParts?: ClusterParts
  }
}

export const demoPassword = 'Molino-verde-26!'

export type Clinic = { url: string; dataDirs: string[]; parts?: ClusterParts }
type Started = Clinic & { stop(): Promise<void> }
type Environment = Record<string, string>

/** One real clinic for the run: the one that `TEST_CLINIC` describes as JSON, or a new one. */
export default async function startServer({ provide }: TestProject) {
  const given = process.env.TEST_CLINIC
  const { url, dataDirs, parts, stop }: Started =
    given === undefined ? await startClinic() : { ...JSON.parse(given), stop: async () => {} }
  provide('baseUrl', url)
  provide('dataDirs', dataDirs)
  if (parts !== undefined) provide('clusterParts', parts)
  return stop
}

/** A new clinic: one process as `npm start` starts it, or several machines as `npm run cluster` does. */
export async function startClinic(given?: ClusterParts): Promise<Started> {
  const keep = async () => {}
  const fromEnvironment = process.env.TEST_CLUSTER === undefined ? undefined : await clusterPartsForTests()
  const shared = given === undefined ? fromEnvironment : { parts: given, stop: keep }
  const folder = await mkdtemp(path.join(tmpdir(), 'fonema-e2e-'))
  const mirror = await serveModel()
  const catalogueFile = path.join(folder, 'more-models.json')
  await writeFile(catalogueFile, JSON.stringify(mirror.models))
  const environment = {
    DEMO_PASSWORD: demoPassword,
    LOG_LEVEL: 'warn',
    LOCKOUT_ATTEMPTS: '3',
    MODELS_CATALOGUE: catalogueFile,
    // A journey receives webhooks itself.
    WEBHOOK_NETWORKS: '127.0.0.0/8',
  }
  const clinic =
    shared === undefined
      ? await startDemonstration(folder, environment)
      : await startMachines(folder, environment, shared)
  return {
    ...clinic,
    async stop() {
      await clinic.stop()
      mirror.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** One process with a demonstration clinic, as `npm start` starts it. With the role `web`, nothing is measured there. */
export async function startDemonstration(
  folder: string,
  environment: Environment,
  role: 'all' | 'web' = 'all',
): Promise<Started> {
  const port = await freePort()
  const dataDir = path.join(folder, 'data')
  const child = spawn(process.execPath, [path.resolve(import.meta.dirname, '../../apps/server/src/main.ts'), role], {
    env: { PATH: process.env.PATH, ...sharedCompileCache(), PORT: String(port), DATA_DIR: dataDir, ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const url = `http://127.0.0.1:${port}`
  while ((await fetch(`${url}/api/ready`).catch(() => undefined))?.status !== 200) {
    if (child.exitCode !== null) throw new Error('the server ended before it was ready')
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  const stop = async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGTERM')
    await ended
  }
  return { url, dataDirs: [dataDir], stop }
}

type Shared = Awaited<ReturnType<typeof clusterPartsForTests>>

/** Two web and two worker processes behind a proxy, with their own database and bucket. */
async function startMachines(folder: string, environment: Environment, shared: Shared): Promise<Started> {
  const parts = { ...shared.parts, S3_BUCKET: `e2e-${randomUUID()}` }
  const name = `e2e_${randomUUID().replaceAll('-', '')}`
  await withClient(parts.DATABASE_URL, (client) => client.query(`create database ${name}`))
  const port = await freePort()
  const cluster = await startCluster({
    environment: {
      ...environment,
      ...parts,
      DATABASE_URL: databaseUrl(parts.DATABASE_URL, name),
      SECRET_KEY: randomUUID(),
      // A host name, because passkeys do not work with IP addresses.
      PUBLIC_URL: `http://localhost:${port}`,
    },
    dataDir: folder,
    count: { web: 2, worker: 2 },
    port,
    onLine: (machine, line) => {
      if (line.startsWith('{')) process.stderr.write(`${machine} ${line}\n`)
    },
  })
  const stop = async () => {
    await cluster.stop()
    await withClient(parts.DATABASE_URL, (client) => client.query(`drop database if exists ${name} with (force)`))
    await shared.stop()
  }
  return { url: cluster.url, dataDirs: cluster.machines.map((machine) => path.join(folder, machine.name)), parts, stop }
}

export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })
}
