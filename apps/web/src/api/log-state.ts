import type { QueryClient } from '@tanstack/react-query'

const longestPayload = 8000

/** A payload as text that a console shows whole; what is longer is cut, and says so. */
export function shortened(payload: unknown): string {
  const text = JSON.stringify(payload) ?? 'undefined'
  return text.length <= longestPayload ? text : `${text.slice(0, longestPayload)}… (${text.length} characters)`
}

/** In development: every action on what the application holds of the server, with what it carries. */
export function logState(client: QueryClient, log: (...words: unknown[]) => void = console.debug) {
  client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return
    const { type, ...payload } = event.action
    log(`query ${type}`, event.query.queryHash, shortened(payload))
  })
  client.getMutationCache().subscribe((event) => {
    if (event.type !== 'updated') return
    const { type, ...payload } = event.action
    log(`mutation ${type}`, shortened(payload))
  })
}
