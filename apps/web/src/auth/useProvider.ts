import type { NamedProvider } from '@fonema/contract'
import { useRef, useState } from 'react'
import { call } from '../api/call.ts'

type Lookup = { email: string; answer: Promise<NamedProvider | null> }

/**
 * The identity provider for the domain of a typed address. Without an answer, the password is asked for. In an emptied
 * field the last address counts, because a refused password empties it.
 */
export function useProvider(email: string) {
  const [known, setKnown] = useState<{ email: string; provider: NamedProvider | null } | null>(null)
  const last = useRef<Lookup | null>(null)
  const typed = email.trim()

  function find(): void {
    if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(typed) || last.current?.email === typed) return
    const answer = call('POST /user/provider/find/', { body: { email: typed } }).then(
      ({ provider }) => provider,
      () => null,
    )
    last.current = { email: typed, answer }
    void answer.then((provider) => setKnown({ email: typed, provider }))
  }

  const isCurrent = typed === '' || known?.email === typed
  return {
    provider: isCurrent ? (known?.provider ?? null) : null,
    email: typed || (known?.email ?? ''),
    find,
    /** Waits for the lookup of this address, if there is one. */
    found: async () => (last.current?.email === typed ? last.current.answer : null),
  }
}
