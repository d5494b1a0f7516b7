import type { OutboxKey } from '@fonema/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useUser } from '../api/current-user.ts'
import { queryFor } from '../api/query.ts'
import type { FormValues } from './form-values.ts'

export type Draft = { surveyId: string; savedAt: string; values: FormValues }

/** What was typed and not sent, kept in this browser under the user's key: the next user of it reads nothing. */
export type Drafts = {
  save(surveyId: string, values: FormValues): Promise<void>
  discard(surveyId: string): void
  list(): Promise<Draft[]>
}

/** Null until the key is there, and where the browser can encrypt nothing (a page that is not served securely). */
export function useDrafts(participantId: string): Drafts | null {
  const { id: userId } = useUser()
  const { data } = useQuery({ ...queryFor('GET /user/outbox_key/'), staleTime: Number.POSITIVE_INFINITY })
  const canEncrypt = globalThis.crypto?.subtle !== undefined
  return useMemo(
    () => (data === undefined || !canEncrypt ? null : openDrafts(data, `fonema.draft.${userId}.${participantId}.`)),
    [data, canEncrypt, userId, participantId],
  )
}

/** Each draft is an item of local storage: nonce and cipher, bound to the item's own name. */
export function openDrafts(given: OutboxKey, prefix: string, storage: Storage = localStorage): Drafts {
  const importKey = ({ key }: { key: string }) =>
    crypto.subtle.importKey('raw', toBytes(key), 'AES-GCM', false, ['encrypt', 'decrypt'])
  const key = importKey(given)
  const former = given.former.map(importKey)
  const algorithm = (iv: Uint8Array<ArrayBuffer>, name: string) => ({
    name: 'AES-GCM',
    iv,
    additionalData: new TextEncoder().encode(name),
  })
  // The newest values win, however long the encryption of earlier ones takes.
  let turn = 0

  async function read(name: string): Promise<Draft | null> {
    for (const candidate of [key, ...former]) {
      try {
        const bytes = toBytes(storage.getItem(name) ?? '')
        const plain = await crypto.subtle.decrypt(algorithm(bytes.slice(0, 12), name), await candidate, bytes.slice(12))
        return JSON.parse(new TextDecoder().decode(plain))
      } catch {
        // Written under another key.
      }
    }
    return null
  }

  return {
    async save(surveyId, values) {
      turn += 1
      const mine = turn
      const name = prefix + surveyId
      const iv = crypto.getRandomValues(new Uint8Array(12))
      const draft: Draft = { surveyId, savedAt: new Date().toISOString(), values }
      const plain = new TextEncoder().encode(JSON.stringify(draft))
      const cipher = new Uint8Array(await crypto.subtle.encrypt(algorithm(iv, name), await key, plain))
      if (mine === turn) storage.setItem(name, toText(Uint8Array.from([...iv, ...cipher])))
    },
    discard(surveyId) {
      turn += 1
      storage.removeItem(prefix + surveyId)
    },
    async list() {
      const names = Array.from({ length: storage.length }, (_, i) => storage.key(i) ?? '')
      const drafts = await Promise.all(names.filter((name) => name.startsWith(prefix)).map(read))
      return drafts.filter((draft) => draft !== null).sort((a, b) => b.savedAt.localeCompare(a.savedAt))
    },
  }
}

const toBytes = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))
const toText = (bytes: Uint8Array) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
