import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Builder, Capabilities, type WebElement } from 'selenium-webdriver'
import { freePort } from '../e2e/start-server.ts'
import { type Engine, findElement, type Json, until } from './engine.ts'

/** WebKitGTK's small browser, through its own driver, on a screen that nobody sees. */
export const webkit: Engine = {
  name: 'WebKitGTK',
  rateHz: 44_100,
  forgets: 'a WebKitGTK under its driver is a private window, which forgets everything when it ends',
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
      // No portals, which would mount a file system in the folder.
      DBUS_SESSION_BUS_ADDRESS: 'disabled:',
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
    /** Whether there was such an element. What lies below the edge of the window is clicked by script. */
    const clickOnce = async (selector: string, text: string) => {
      const element = await driver.executeScript<WebElement | null>(
        `return (${findElement})(...arguments)`,
        selector,
        text,
      )
      await element?.click().catch(() => driver.executeScript('arguments[0].click()', element))
      return element !== null
    }
    const stop = () => {
      for (const child of children) child.kill('SIGKILL')
    }
    return {
      version,
      run,
      async goto(url) {
        await driver.executeScript('window.isLeft = true').catch(() => {})
        await driver.get(url) // returns at once, with this page load strategy
        const isThere = () =>
          driver.executeScript<boolean>('return !window.isLeft && document.readyState === "complete"')
        await until(url, () => isThere().catch(() => false))
      },
      async click(selector, text) {
        // An element that is gone before the click is looked for again.
        await until(`${selector} ${text}`, () => clickOnce(selector, text).catch(() => false))
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
