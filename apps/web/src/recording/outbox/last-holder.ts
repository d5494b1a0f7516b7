import { isPageAlive } from './page-lock.ts'

const item = 'fonema.lease'

/** Stores which page of this browser last held a session. */
export function noteHolder(responseId: string, holder: string): void {
  localStorage.setItem(item, JSON.stringify({ responseId, holder }))
}

export function forgetHolder(): void {
  localStorage.removeItem(item)
}

/** Whether a page of this browser that has ended, perhaps by a crash, was the last holder of the session. */
export async function isLeftHere(responseId: string): Promise<boolean> {
  const left: unknown = JSON.parse(localStorage.getItem(item) ?? 'null')
  if (typeof left !== 'object' || left === null || !('holder' in left) || !('responseId' in left)) return false
  return left.responseId === responseId && !(await isPageAlive(String(left.holder)))
}
