import { setTimeout as sleep } from 'node:timers/promises'
import { findElement } from '../../engines/engine.ts'
import type { Driven } from '../browser/driven.ts'
import { email, password } from '../clinic.ts'

// What an examiner does, as expressions for browsers that Playwright does not drive.

export const has = (text: string) => `document.body.innerText.includes(${JSON.stringify(text)})`
export const signInForm = `document.querySelector('input[type=password]') !== null`
const clicks = (selector: string, name: string) =>
  `(() => { const found = (${findElement})(${JSON.stringify(selector)}, ${JSON.stringify(name)}); found?.click(); return found !== null })()`

/** Asks until it is true, for half a minute. A page that is being replaced answers nothing. */
export async function isTrue(browser: Driven, expression: string, attempts = 150): Promise<boolean> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    if (await browser.run<boolean>(expression).catch(() => false)) return true
    await sleep(200)
  }
  return false
}

async function require(browser: Driven, what: string, expression: string) {
  if (await isTrue(browser, expression)) return
  throw new Error(`not found: ${what}; instead: ${await browser.run<string>('document.body.innerText.slice(0, 500)')}`)
}

/** Clicks the element whenever it is there, until the expression is true: it may become true without a click. */
export const clickUntil = (browser: Driven, selector: string, name: string, expression: string) =>
  require(browser, expression, `(${clicks(selector, name)}, ${expression})`)

export const shows = (browser: Driven, text: string) => require(browser, text, has(text))
/** Clicks the first visible element of the selector whose name fits the pattern. */
export const click = (browser: Driven, selector: string, name: string) =>
  require(browser, `${selector} ${name}`, clicks(selector, name))

export async function type(browser: Driven, selector: string, value: string) {
  await require(browser, selector, `document.querySelector(${JSON.stringify(selector)}) !== null`)
  await browser.run(`
    (() => {
      const field = document.querySelector(${JSON.stringify(selector)})
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, ${JSON.stringify(value)})
      field.dispatchEvent(new Event('input', { bubbles: true }))
    })()`)
}

/** Fills in the sign-in form, which must be there. */
export async function signInHere(browser: Driven) {
  await type(browser, 'input[name=email]', email)
  await type(browser, 'input[type=password]', password)
  await browser.run(`document.querySelector('button[type=submit]').click()`)
}

/** Moves the clock of all pages, from now on. The tutorial, which opens once for each examiner, stays away. */
export const clockAt = (time: number) => `
  const shift = ${time - Date.now()}
  const Real = Date
  globalThis.Date = class extends Real {
    constructor(...parts) { super(...(parts.length === 0 ? [Real.now() + shift] : parts)) }
    static now() { return Real.now() + shift }
  }
  const { getItem } = Storage.prototype
  Storage.prototype.getItem = function (key) {
    return key.startsWith('fonema.tutorial.') ? 'done' : getItem.call(this, key)
  }`

/** A database of the origin with other data. */
export const openFiller = `new Promise((resolve, reject) => {
  const opening = indexedDB.open('filler', 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore('all', { autoIncrement: true })
  opening.onsuccess = () => resolve(opening.result)
  opening.onerror = () => reject(opening.error)
})`

/** Fills the storage of the origin. After a write that found no room, Firefox accepts deletions only. */
export const fill = `(async () => {
  try {
    const database = await ${openFiller}
    for (const size of [1_000_000, 65_536, 8_192])
      for (let fits = true; fits; )
        fits = await new Promise((resolve) => {
          const writing = database.transaction('all', 'readwrite')
          writing.objectStore('all').put(new Uint8Array(size).map(() => Math.random() * 256))
          writing.oncomplete = () => resolve(true)
          writing.onabort = () => resolve(false)
        })
    database.close()
    return 'full'
  } catch (error) {
    return error.name === 'InvalidStateError' ? 'full' : error.name
  }
})()`

export const empty = `new Promise((resolve) => {
  const deleting = indexedDB.deleteDatabase('filler')
  deleting.onsuccess = () => resolve(true)
  deleting.onblocked = () => resolve(false)
})`

/** The worker of the newest version is in charge. */
export const updated = `navigator.serviceWorker.getRegistration().then((one) => one.active !== null && one.waiting === null && one.installing === null)`

/** How many objects a store has; null where the database does not exist. */
export const countIn = (database: string, store: string) => `(async () => {
  const all = await indexedDB.databases()
  if (all.every(({ name }) => name !== '${database}')) return null
  const opened = await new Promise((resolve, reject) => {
    const opening = indexedDB.open('${database}')
    opening.onsuccess = () => resolve(opening.result)
    opening.onerror = () => reject(opening.error)
  })
  const counting = opened.transaction('${store}').objectStore('${store}').count()
  await new Promise((done) => { counting.onsuccess = done })
  opened.close()
  return counting.result
})()`
