import { setTimeout as sleep } from 'node:timers/promises'

export type Json = string | number | boolean | null | Json[] | { [name: string]: Json }

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
  /** The rate at which it records, whatever the microphone's: at another one it would change each sample. */
  rateHz: number
  /** Why its storage does not outlive it; absent: it does. */
  forgets?: string
  /** The profile outlives the browser, so that a killed one can be opened again. */
  open: (environment: NodeJS.ProcessEnv, profile: string) => Promise<EnginePage>
}

/** Runs in the page. */
export function findElement(selector: string, name: string): Element | null {
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
