import { isPageAlive } from './page-lock.ts'

const item = 'fonema.lease'

/** Stores which page of this browser asked last for the lease of a session. */
export function noteHolder(responseId: string, holder: string): void {
  localStorage.setItem(item, JSON.stringify({ responseId, holder }))
}

export function forgetHolder(): void {
  localStorage.removeItem(item)
}

/** The page of this browser that asked last for the session's lease and has ended, perhaps by a crash. */
export async function findEndedHolder(responseId: string): Promise<string | undefined> {
  const left: unknown = JSON.parse(localStorage.getItem(item) ?? 'null')
  if (typeof left !== 'object' || left === null || !('holder' in left) || !('responseId' in left)) return undefined
  const holder = String(left.holder)
  return left.responseId === responseId && !(await isPageAlive(holder)) ? holder : undefined
}
