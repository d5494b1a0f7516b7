import { type ChildProcess, spawn } from 'node:child_process'
import { readdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Browser, type CDPSession, chromium, type Page } from 'playwright'

const program = process.env.CHROMIUM ?? '/usr/bin/chromium'
const startsWithinMs = 60_000
const flags = [
  ...['--headless=new', '--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
  ...['--disable-component-update', '--disable-sync', '--disable-quic', '--lang=es-AR'],
  ...['--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream', '--remote-debugging-port=0'],
]

/** A browser in its own processes, with a profile on the disk that survives the browser. */
export type Chromium = {
  page: Page
  /** SIGKILL of all its processes. Resolves when they have ended. */
  kill(): Promise<void>
  /** Memory of the page's process with its workers and its audio, and of the page's own JavaScript, in MB. */
  memory(): Promise<{ processMb: number; heapMb: number }>
}

/** `microphone`: a WAV file at 44.1 kHz, played once; absent: Chromium's own beeps. */
export async function openChromium(profile: string, microphone?: string): Promise<Chromium> {
  const portFile = path.join(profile, 'DevToolsActivePort')
  await rm(portFile, { force: true })
  const child = spawn(
    program,
    [
      ...flags,
      ...(microphone === undefined ? [] : [`--use-file-for-fake-audio-capture=${microphone}%noloop`]),
      ...[`--user-data-dir=${profile}`, 'about:blank'],
    ],
    { stdio: 'ignore', detached: true },
  )
  open.add(child)
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const kill = async () => {
    open.delete(child)
    if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid!, 'SIGKILL')
    await ended
  }
  const port = await readPort(portFile, child)
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
  const page = browser.contexts()[0]!.pages()[0]!
  page.setDefaultTimeout(60_000)
  return { page, kill, memory: () => readMemory(browser, page) }
}

const open = new Set<ChildProcess>()

/** Kills the browsers that a failed scenario left running. */
export async function killBrowsers(): Promise<void> {
  for (const child of open) process.kill(-child.pid!, 'SIGKILL')
  open.clear()
}

async function readPort(file: string, child: ChildProcess): Promise<string> {
  const until = Date.now() + startsWithinMs
  while (Date.now() < until && child.exitCode === null) {
    const [port] = (await readFile(file, 'utf8').catch(() => '')).split('\n')
    if (port !== undefined && port !== '') return port
    await sleep(50)
  }
  throw new Error(`${program} did not start`)
}

async function readMemory(browser: Browser, page: Page) {
  const ofPage = await page.context().newCDPSession(page)
  const ofBrowser = await browser.newBrowserCDPSession()
  await collectGarbage(ofPage)
  const { usedSize } = await ofPage.send('Runtime.getHeapUsage')
  const { processInfo } = await ofBrowser.send('SystemInfo.getProcessInfo')
  const renderers = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => residentMb(id))
  await Promise.all([ofPage.detach(), ofBrowser.detach()])
  return { processMb: Math.max(...(await Promise.all(renderers))), heapMb: usedSize / 2 ** 20 }
}

/**
 * Collects the garbage of the page, of its workers and of its audio worklet. Each has its own heap. The worklet's grows by
 * 1 MB a minute while it runs, and Chromium leaves it alone for an hour.
 */
async function collectGarbage(ofPage: CDPSession) {
  const answers: Promise<unknown>[] = []
  const collect = JSON.stringify({ id: 1, method: 'HeapProfiler.collectGarbage' })
  ofPage.on('Target.attachedToTarget', ({ sessionId }) => {
    const answer = Promise.withResolvers<void>()
    answers.push(answer.promise)
    for (const event of ['Target.receivedMessageFromTarget', 'Target.detachedFromTarget'] as const)
      ofPage.on(event, (one) => {
        if (one.sessionId === sessionId) answer.resolve()
      })
    ofPage.send('Target.sendMessageToTarget', { sessionId, message: collect }).catch(answer.resolve) // it has ended
  })
  await ofPage.send('HeapProfiler.collectGarbage')
  // Answered once every thread that exists is attached.
  await ofPage.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: false })
  if (answers.length === 0) throw new Error('Chromium named no worker of the page')
  await Promise.all(answers)
}

/** Memory of a process. */
export async function residentMb(pid: number): Promise<number> {
  const [, pages] = (await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '0 0')).split(' ')
  return (Number(pages) * 4096) / 2 ** 20
}

/** All bytes on the disk in a folder of the browser's profile. */
export async function bytesIn(folder: string): Promise<Buffer> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => path.join(parentPath, name))
  return Buffer.concat(await Promise.all(files.map((file) => readFile(file).catch(() => Buffer.alloc(0)))))
}
