import type { QueryClient } from '@tanstack/react-query'

const maxCharacters = 8000

/** A payload as text, truncated with a note if it is too long for a console. */
export function shortened(payload: unknown): string {
  const text = JSON.stringify(payload) ?? 'undefined'
  return text.length <= maxCharacters ? text : `${text.slice(0, maxCharacters)}… (${text.length} characters)`
}

/** In development: logs every action on the query cache with its payload. */
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
