import puppeteer, { type Browser, type ElementHandle, type LaunchOptions } from 'puppeteer-core'
import { type Engine, type EnginePage, findElement, type Json, until } from './engine.ts'

const common = { headless: true, defaultViewport: { width: 1280, height: 900 } } satisfies LaunchOptions

export const chromium: Engine = {
  name: 'Chromium',
  rateHz: 48_000,
  open: async (env, userDataDir) =>
    drive(
      await puppeteer.launch({
        ...common,
        browser: 'chrome',
        executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
        userDataDir,
        env,
        // It would play into nothing, at a rate of its own.
        ignoreDefaultArgs: ['--mute-audio'],
        args: ['--no-sandbox', '--disable-gpu', '--use-fake-ui-for-media-stream', '--lang=es-AR'],
      }),
    ),
}

export const firefox: Engine = {
  name: 'Firefox ESR',
  rateHz: 48_000,
  open: async (env, userDataDir) =>
    drive(
      await puppeteer.launch({
        ...common,
        browser: 'firefox',
        executablePath: '/usr/bin/firefox-esr',
        userDataDir,
        env,
        extraPrefsFirefox: {
          'media.navigator.permission.disabled': true,
          'media.navigator.streams.fake': false,
          'intl.accept_languages': 'es-AR,es',
        },
      }),
    ),
}

async function drive(browser: Browser): Promise<EnginePage> {
  const page = await browser.newPage()
  page.on('dialog', (dialog) => void dialog.accept().catch(() => {})) // a page that would lose something asks before it is left
  return {
    version: await browser.version(),
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
    kill: () => void browser.process()?.kill('SIGKILL'),
    close: () => browser.close(),
  }
}
