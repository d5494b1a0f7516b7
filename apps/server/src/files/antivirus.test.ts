import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { type Antivirus, requireClean } from './antivirus.ts'

const clamd = '/usr/sbin/clamd'
/** The standard test virus, in two parts, so that scanners do not flag this file. */
const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-', 'STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('')

async function folderFor(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'fonema-antivirus-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

const listening = (server: Server) =>
  new Promise<Antivirus>((resolve) => {
    server.listen(0, '127.0.0.1', () =>
      resolve({ host: '127.0.0.1', port: (server.address() as { port: number }).port }),
    )
  })

/** A port without a listener. */
async function closedPort(): Promise<Antivirus> {
  const probe = createServer()
  const address = await listening(probe)
  await new Promise((resolve) => probe.close(resolve))
  return address
}

/** A real clamd with only our own signature of the EICAR file, because public signatures would need a download. */
async function startClamd(folder: string): Promise<Antivirus> {
  const address = await closedPort()
  await mkdir(path.join(folder, 'signatures'))
  await writeFile(path.join(folder, 'signatures/own.ndb'), `Eicar:0:*:${Buffer.from(eicar).toString('hex')}\n`)
  const settings = [
    `DatabaseDirectory ${folder}/signatures`,
    `TemporaryDirectory ${folder}`,
    ...[`TCPSocket ${address.port}`, `TCPAddr ${address.host}`, 'Foreground yes', 'StreamMaxLength 1M'],
  ]
  await writeFile(path.join(folder, 'clamd.conf'), `${settings.join('\n')}\n`)
  const child = spawn(clamd, ['-c', path.join(folder, 'clamd.conf')], { stdio: 'ignore' })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })
  const clean = path.join(folder, 'clean')
  await writeFile(clean, 'nothing')
  while (child.exitCode === null) {
    const isUp = await requireClean(clean, address).then(
      () => true,
      () => false,
    )
    if (isUp) return address
    await sleep(100)
  }
  throw new Error('clamd did not start')
}

test.skipIf(!existsSync(clamd))('clamd scans every file whole, and infected files are refused', async () => {
  const folder = await folderFor()
  const antivirus = await startClamd(folder)
  const file = path.join(folder, 'file')
  const look = async (bytes: Buffer) => {
    await writeFile(file, bytes)
    return requireClean(file, antivirus).then(
      () => 'clean',
      ({ code }) => code,
    )
  }
  const filler = Buffer.alloc(300_000, 'clean ')
  expect(await look(Buffer.from(eicar))).toBe('file_infected')
  expect(await look(Buffer.concat([filler, Buffer.from(eicar)]))).toBe('file_infected')
  expect(await look(filler)).toBe('clean')
  // clamd refuses files above its size limit.
  expect(await look(Buffer.alloc(2_000_000, 'clean '))).toBe('unavailable')
})

test('a file that was not scanned does not count as clean', async () => {
  const file = path.join(await folderFor(), 'file')
  await writeFile(file, 'nothing')
  const refusal = expect.objectContaining({ code: 'unavailable' })
  await expect(requireClean(file, await closedPort())).rejects.toEqual(refusal)
  for (const answer of ['', 'stream: OK but\0', 'INSTREAM size limit exceeded. ERROR\0']) {
    const server = createServer((socket) =>
      socket
        .on('error', () => {})
        .resume()
        .end(answer),
    )
    const address = await listening(server)
    await expect(requireClean(file, address), answer).rejects.toEqual(refusal)
    await new Promise((resolve) => server.close(resolve))
  }
})
