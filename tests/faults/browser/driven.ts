import { type ChildProcess, spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from 'playwright'
import { openChromium } from './chromium.ts'

/** A browser with a profile on the disk, driven by expressions that both programs understand. */
export type Driven = {
  /** Resolves also when the page could not be loaded. */
  go(address: string): Promise<void>
  /** The value of an expression, awaited; it must be JSON. */
  run<T>(expression: string): Promise<T>
  kill(): Promise<void>
}

export const programs = ['chromium', 'firefox'] as const
export type Program = (typeof programs)[number]

/** Wide enough for the registration beside the list. */
const window = { width: 1440, height: 900 }

/** Nobody is asked for the microphone, and nobody clicks: the page does, by a script. */
const unasked = ['"media.navigator.permission.disabled", true', '"media.autoplay.default", 0']

type Options = {
  profile: string
  origin: string
  /** Runs in each page before its own scripts. */
  before: string
  quotaBytes: number
  /** Of Firefox, which needs a sound server to record. Chromium makes its own sound. */
  environment?: NodeJS.ProcessEnv | undefined
}

export const openDriven = (program: Program, options: Options): Promise<Driven> =>
  program === 'chromium' ? driveChromium(options) : driveFirefox(options)

async function driveChromium({ profile, origin, before, quotaBytes }: Options): Promise<Driven> {
  const { page: first, kill } = await openChromium(profile)
  let address = 'about:blank'
  const show = (page: Page) =>
    page.goto(address).then(
      () => {},
      () => {},
    )
  const prepare = async (page: Page) => {
    // Chromium's page can crash, as it did once over the profile of a browser that was killed. Like a kill, that must lose
    // nothing: the scenario says so and opens the page again, as a person would.
    page.once('crash', () => {
      console.log(`  Chromium's page crashed at ${address} and is opened again`)
      current = first.context().newPage().then(prepare)
      current.then(show, () => {}) // the browser was killed meanwhile
    })
    await page.setViewportSize(window)
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: quotaBytes })
    await page.addInitScript(before)
    return page
  }
  let current = prepare(first)
  await current
  return {
    go: async (asked) => {
      address = asked
      await show(await current)
    },
    run: async (expression) => (await current).evaluate(expression),
    kill,
  }
}

const open = new Set<ChildProcess>()

/** Kills what a failed scenario left running. */
export function killFirefox(): void {
  for (const child of open) child.kill('SIGKILL')
  open.clear()
}

type Answer = { id?: number; type: string; message?: string; result?: unknown }
type Value = { type: string; result?: { value?: string }; exceptionDetails?: { text: string } }

/** Firefox speaks WebDriver BiDi without any other program. */
async function driveFirefox({
  profile,
  before,
  quotaBytes,
  environment = { PATH: process.env.PATH, HOME: profile },
}: Options): Promise<Driven> {
  const limit = `"dom.quotaManager.temporaryStorage.fixedLimit", ${Math.round(quotaBytes / 1024)}`
  const preferences = [limit, ...unasked].map((preference) => `user_pref(${preference});\n`)
  await writeFile(path.join(profile, 'user.js'), preferences.join(''))
  const child = spawn('firefox-esr', ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port=0'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      ...environment,
      MOZ_HEADLESS_WIDTH: String(window.width),
      MOZ_HEADLESS_HEIGHT: String(window.height),
    },
  })
  open.add(child)
  const socket = new WebSocket(`${await addressOf(child)}/session`)
  await new Promise((resolve) => socket.addEventListener('open', resolve))
  let last = 0
  const waiting = new Map<number, (answer: Answer) => void>()
  socket.addEventListener('message', ({ data }) => {
    const answer: Answer = JSON.parse(String(data))
    if (answer.id !== undefined) waiting.get(answer.id)?.(answer)
  })
  const send = <T>(method: string, params: object): Promise<T> =>
    new Promise((resolve, reject) => {
      const id = ++last
      waiting.set(id, ({ type, message, result }) =>
        type === 'error' ? reject(new Error(`${method}: ${message}`)) : resolve(result as T),
      )
      socket.send(JSON.stringify({ id, method, params }))
    })
  await send('session.new', { capabilities: {} })
  const tree = await send<{ contexts: { context: string }[] }>('browsingContext.getTree', {})
  const { context } = tree.contexts[0]!
  await send('script.addPreloadScript', { functionDeclaration: `() => {${before}}` })
  return {
    go: (url) =>
      send('browsingContext.navigate', { context, url, wait: 'complete' }).then(
        () => {},
        () => {},
      ),
    async run<T>(expression: string): Promise<T> {
      const { result, exceptionDetails } = await send<Value>('script.evaluate', {
        expression: `(async () => JSON.stringify(await (${expression})) ?? 'null')()`,
        target: { context },
        awaitPromise: true,
      })
      if (exceptionDetails !== undefined) throw new Error(exceptionDetails.text)
      return JSON.parse(result?.value ?? 'null')
    },
    async kill() {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGKILL')
      await ended
      open.delete(child)
    },
  }
}

/** Firefox prints the address on standard error. */
function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    child.stderr!.on('data', (part) => {
      text += part
      const [found] = /ws:\/\/[\d.:]+/.exec(text) ?? []
      if (found !== undefined) resolve(found)
    })
    child.once('exit', () => reject(new Error(`Firefox did not start: ${text.slice(0, 500)}`)))
  })
}
