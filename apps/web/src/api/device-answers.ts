import { useSyncExternalStore } from 'react'
import { ApiFailure } from './http.ts'

/** An answer of the server that this device has kept, and when (epoch milliseconds). */
export type DeviceAnswer = { answer: unknown; savedAt: number }

let find: (place: string) => Promise<DeviceAnswer | null> = async () => null
/** The answers on the screen that are the device's, by their place. */
let shown: ReadonlyMap<string, number> = new Map()
const listeners = new Set<() => void>()

/** Where answers are found while the server is away. Set once, by the application. */
export function answerFromDevice(finder: typeof find): void {
  find = finder
}

export const shownFromDevice = (): ReadonlyMap<string, number> => shown

export function onShownFromDevice(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether a page shows something that only this device has: the server is away. */
export const useIsAway = (): boolean => useSyncExternalStore(onShownFromDevice, isShowing)
const isShowing = () => shown.size > 0

/** No answer, or that of a proxy whose server is away. */
export const isAway = (error: unknown) =>
  error instanceof ApiFailure && (error.status === 0 || (error.status >= 502 && error.status <= 504))

/** What this device has kept under the place; null: nothing, or it cannot open it. */
export const answerOnDevice = (place: string): Promise<DeviceAnswer | null> => find(place).catch(() => null)

const amendments = new Map<string, (answer: unknown) => unknown>()

/** Adds to the answers of a place what waits on this device, whoever answers. */
export function amendAnswers(place: string, amend: (answer: unknown) => unknown): void {
  amendments.set(place, amend)
}

/**
 * Asks the server, and the device while the server is away.
 *
 * @param isKnown the page has an answer in memory, which is never older than the device's
 */
export async function askOrFind<T>(place: string, isKnown: boolean, ask: () => Promise<T>): Promise<T> {
  try {
    const answer = await ask()
    note(place, null)
    return amended(place, answer)
  } catch (error) {
    if (isKnown || !isAway(error)) throw error
    const kept = await answerOnDevice(place)
    if (kept === null) throw error
    note(place, kept.savedAt)
    return amended(place, kept.answer as T) // kept under the same place, which names the call
  }
}

const amended = <T>(place: string, answer: T): T => (amendments.get(place)?.(answer) as T | undefined) ?? answer

function note(place: string, savedAt: number | null): void {
  if (savedAt === null && !shown.has(place)) return
  const next = new Map(shown)
  if (savedAt === null) next.delete(place)
  else next.set(place, savedAt)
  shown = next
  for (const listener of listeners) listener()
}
