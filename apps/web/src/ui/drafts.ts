import type { OutboxKey } from '@fonema/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useUser } from '../api/current-user.ts'
import { queryFor } from '../api/query.ts'

/** How long this browser keeps unsubmitted values. */
export const draftDays = 30
const dayMs = 24 * 60 * 60_000
const itemPrefix = 'fonema.draft.'

export type Draft<T> = { id: string; savedAt: string; values: T }

/**
 * Unsubmitted values, encrypted in this browser with the user's key, so that the browser's next user cannot read them.
 */
export type Drafts<T> = {
  /** Rejects when the browser's storage is full. */
  save(id: string, values: T): Promise<void>
  discard(id: string): void
  find(id: string): Promise<Draft<T> | null>
  list(): Promise<Draft<T>[]>
}

/**
 * The drafts of one kind of form. Null until the key arrives, and where the browser cannot encrypt (a page without
 * HTTPS). `isWaiting`: the key may still arrive.
 */
export function useDrafts<T>(form: string): { drafts: Drafts<T> | null; isWaiting: boolean } {
  const { id: userId } = useUser()
  const canEncrypt = globalThis.crypto?.subtle !== undefined
  const { data, isPending } = useQuery({
    ...queryFor('GET /user/outbox_key/'),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: canEncrypt,
  })
  const drafts = useMemo(
    () => (data === undefined || !canEncrypt ? null : openDrafts<T>(data, `${itemPrefix}${userId}.${form}.`)),
    [data, canEncrypt, userId, form],
  )
  return { drafts, isWaiting: canEncrypt && isPending }
}

/**
 * Each draft is an item of local storage: nonce and ciphertext, bound to the item's name, then the time it was saved.
 * The time is in clear, so that drafts of users who never return are removed too.
 */
export function openDrafts<T>(given: OutboxKey, prefix: string, storage: Storage = localStorage): Drafts<T> {
  removeExpired(storage)
  const importKey = ({ key }: { key: string }) =>
    crypto.subtle.importKey('raw', toBytes(key), 'AES-GCM', false, ['encrypt', 'decrypt'])
  const key = importKey(given)
  const former = given.former.map(importKey)
  const algorithm = (iv: Uint8Array<ArrayBuffer>, name: string) => ({
    name: 'AES-GCM',
    iv,
    additionalData: new TextEncoder().encode(name),
  })
  // The newest values of a draft win, even if an earlier encryption finishes later.
  const turns = new Map<string, number>()
  const takeTurn = (id: string) => {
    const turn = (turns.get(id) ?? 0) + 1
    turns.set(id, turn)
    return turn
  }

  async function find(id: string): Promise<Draft<T> | null> {
    const name = prefix + id
    const [sealed = ''] = (storage.getItem(name) ?? '').split('.')
    for (const candidate of [key, ...former]) {
      try {
        const bytes = toBytes(sealed)
        const plain = await crypto.subtle.decrypt(algorithm(bytes.slice(0, 12), name), await candidate, bytes.slice(12))
        return { ...JSON.parse(new TextDecoder().decode(plain)), id }
      } catch {
        // No draft, or one sealed with another key.
      }
    }
    return null
  }

  return {
    find,
    async save(id, values) {
      const turn = takeTurn(id)
      const name = prefix + id
      const iv = crypto.getRandomValues(new Uint8Array(12))
      const now = new Date()
      const plain = new TextEncoder().encode(JSON.stringify({ savedAt: now.toISOString(), values }))
      const cipher = new Uint8Array(await crypto.subtle.encrypt(algorithm(iv, name), await key, plain))
      if (turns.get(id) !== turn) return
      const sealed = new Uint8Array(iv.length + cipher.length)
      sealed.set(iv)
      sealed.set(cipher, iv.length)
      storage.setItem(name, `${toText(sealed)}.${now.getTime()}`)
    },
    discard(id) {
      takeTurn(id)
      storage.removeItem(prefix + id)
    },
    async list() {
      const names = namesIn(storage).filter((name) => name.startsWith(prefix))
      const drafts = await Promise.all(names.map((name) => find(name.slice(prefix.length))))
      return drafts.filter((draft) => draft !== null).sort((a, b) => b.savedAt.localeCompare(a.savedAt))
    },
  }
}

const namesIn = (storage: Storage) => Array.from({ length: storage.length }, (_, i) => storage.key(i) ?? '')

/** Removes expired drafts of every user of this browser. */
function removeExpired(storage: Storage): void {
  for (const name of namesIn(storage)) {
    if (!name.startsWith(itemPrefix)) continue
    const savedAt = Number(storage.getItem(name)?.split('.')[1])
    if (savedAt < Date.now() - draftDays * dayMs) storage.removeItem(name)
  }
}

const toBytes = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))
/** In pieces: a call takes a limited number of arguments, and one call for each byte holds up typing. */
function toText(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return btoa(text)
}
