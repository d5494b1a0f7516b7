import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import puppeteer, { type ElementHandle } from 'puppeteer-core'
import { Builder, Capabilities, type WebElement } from 'selenium-webdriver'
import { freePort } from '../e2e/start-server.ts'

type Json = string | number | boolean | null | Json[] | { [name: string]: Json }

/** What the journey needs of a browser. A function runs in the page, so it sees nothing but its arguments. */
export type EnginePage = {
  version: string
  goto: (url: string) => Promise<void>
  run: <T, A extends Json[]>(task: (...given: A) => T | Promise<T>, ...given: A) => Promise<T>
  /** Clicks as a person does, on the first visible element of the selector whose name fits the pattern. */
  click: (selector: string, name: string) => Promise<void>
  type: (selector: string, text: string) => Promise<void>
  /** SIGKILL of the browser's main process. */
  kill: () => void
  close: () => Promise<void>
}

export type Engine = {
  name: string
  /** Whether its storage outlives it. WebKitGTK under a driver is always a private window. */
  keepsProfile: boolean
  /** The profile outlives the browser, so that a killed one can be opened again. */
  open: (environment: NodeJS.ProcessEnv, profile: string) => Promise<EnginePage>
}

/** Runs in the page. */
function findElement(selector: string, name: string): Element | null {
  const pattern = new RegExp(name)
  const textOf = (element: Element) =>
    (element.getAttribute('aria-label') ?? element.textContent ?? '').replaceAll(/\s+/g, ' ').trim()
  const isUsable = (element: Element) =>
    element.getClientRects().length > 0 && !(element as HTMLButtonElement).disabled && pattern.test(textOf(element))
  return [...document.querySelectorAll(selector)].find(isUsable) ?? null
}

const waitMilliseconds = 30_000

/** @throws when nothing fits within the time */
export async function until<T>(
  what: string,
  look: () => Promise<T | null | false>,
  within = waitMilliseconds,
): Promise<T> {
  const end = Date.now() + within
  for (;;) {
    const found = await look()
    if (found !== null && found !== false) return found
    if (Date.now() > end) throw new Error(`not found: ${what}`)
    await sleep(100)
  }
}

const firefox: Engine = {
  name: 'Firefox ESR',
  keepsProfile: true,
  async open(environment, userDataDir) {
    const opened = await puppeteer.launch({
      browser: 'firefox',
      executablePath: '/usr/bin/firefox-esr',
      headless: true,
      userDataDir,
      env: environment,
      defaultViewport: { width: 1280, height: 900 },
      extraPrefsFirefox: {
        'media.navigator.permission.disabled': true,
        'media.navigator.streams.fake': false,
        'intl.accept_languages': 'es-AR,es',
      },
    })
    const page = await opened.newPage()
    page.on('dialog', (dialog) => void dialog.accept()) // a page that would lose something asks before it is left
    return {
      version: await opened.version(),
      goto: async (url) => void (await page.goto(url)),
      run: (task, ...given) => page.evaluate(task as (...given: Json[]) => never, ...given),
      async click(selector, text) {
        const element = await until(`${selector} ${text}`, async () => {
          const handle = await page.evaluateHandle(findElement, selector, text)
          return handle.asElement() as ElementHandle<Element> | null
        })
        await element.click()
      },
      async type(selector, text) {
        await until(selector, () => page.$(selector))
        await page.type(selector, text)
      },
      kill: () => void opened.process()?.kill('SIGKILL'),
      close: () => opened.close(),
    }
  },
}

/** WebKitGTK's small browser, through its own driver, on a screen that nobody sees. */
const webkit: Engine = {
  name: 'WebKitGTK',
  keepsProfile: false,
  async open(environment, profile) {
    const display = `:${90 + Math.floor(Math.random() * 900)}`
    const port = await freePort()
    const runtime = await mkdtemp(path.join(tmpdir(), 'fonema-webkit-'))
    const env = {
      ...environment,
      DISPLAY: display,
      HOME: profile,
      XDG_DATA_HOME: profile,
      XDG_CACHE_HOME: profile,
      XDG_RUNTIME_DIR: runtime,
      LANG: 'es_AR.UTF-8',
      LANGUAGE: 'es',
      WEBKIT_DISABLE_COMPOSITING_MODE: '1',
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    }
    const children: ChildProcess[] = [spawn('Xvfb', [display, '-screen', '0', '1280x900x24'], { stdio: 'ignore' })]
    await sleep(1000)
    children.push(spawn('WebKitWebDriver', [`--port=${port}`], { env, stdio: 'ignore', detached: true }))
    const address = `http://127.0.0.1:${port}`
    await until('WebKitWebDriver', async () => (await fetch(`${address}/status`).catch(() => null)) !== null)
    const driver = await new Builder()
      .usingServer(address)
      .withCapabilities(
        new Capabilities({
          browserName: 'MiniBrowser',
          pageLoadStrategy: 'none',
          unhandledPromptBehavior: 'accept',
          'webkitgtk:browserOptions': {
            binary: '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser',
            args: ['--automation', '--enable-media-stream=true'],
          },
        }),
      )
      .build()
    await driver.manage().setTimeouts({ script: 60_000 })
    await driver.manage().window().setRect({ x: 0, y: 0, width: 1280, height: 900 })
    const version = (await driver.getCapabilities()).getBrowserVersion() ?? ''
    const run = async <T, A extends Json[]>(task: (...given: A) => T | Promise<T>, ...given: A): Promise<T> => {
      const answer = await driver.executeAsyncScript<{ value?: T; failure?: string }>(
        `const done = arguments[arguments.length - 1];
        Promise.resolve().then(() => (${task})(...arguments[0])).then((value) => done({ value }), (error) => done({ failure: String(error) }))`,
        given,
      )
      if (answer.failure !== undefined) throw new Error(answer.failure)
      return answer.value as T
    }
    const stop = () => {
      for (const child of children) child.kill('SIGKILL')
    }
    return {
      version,
      run,
      goto: (url) => driver.get(url),
      async click(selector, text) {
        const element = await until(`${selector} ${text}`, () =>
          driver.executeScript<WebElement | null>(`return (${findElement})(...arguments)`, selector, text),
        )
        // What lies below the edge of the window is clicked by script.
        await element.click().catch(() => driver.executeScript('arguments[0].click()', element))
      },
      async type(selector, text) {
        const element = await until(selector, () =>
          driver.executeScript<WebElement | null>('return document.querySelector(arguments[0])', selector),
        )
        await element.sendKeys(text)
      },
      kill() {
        const driverProcess = children[1]!.pid!
        process.kill(-driverProcess, 'SIGKILL')
        stop()
      },
      async close() {
        await driver.quit().catch(() => {})
        stop()
        await rm(runtime, { recursive: true, force: true })
      },
    }
  },
}

export const engines: Record<string, Engine> = {
  firefox,
  webkit,
}
