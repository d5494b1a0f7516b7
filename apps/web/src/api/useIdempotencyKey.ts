import { useRef } from 'react'
import { randomId } from './random-id.ts'

/**
 * A key for a call that creates. The same body keeps its key, so that resending a form after a lost answer creates
 * nothing twice. Call `renew` after an answer.
 */
export function useIdempotencyKey() {
  const last = useRef<{ body: string; key: string } | null>(null)
  return {
    keyFor(body: unknown): string {
      const text = JSON.stringify(body)
      if (last.current?.body !== text) last.current = { body: text, key: randomId() }
      return last.current.key
    },
    renew(): void {
      last.current = null
    },
  }
}
