import { Readable } from 'node:stream'
import { inject } from 'vitest'
import type { ObjectStore } from '../platform/objects/object-store.ts'
import type { TestApp } from './test-app.ts'

/** The keys that begin like this, whatever the store keeps its bytes in. */
export async function storedKeys({ store }: { store: ObjectStore }, beginning = ''): Promise<string[]> {
  const all = await Array.fromAsync(store.list())
  return all.flatMap(({ key }) => (key.startsWith(beginning) ? [key] : [])).sort()
}

/** Puts bytes under a key behind the product's back. */
export const putObject = async (store: ObjectStore, key: string, bytes: Buffer) =>
  store.commit(await store.stage(Readable.from([bytes]), bytes.length), key)

/** What a browser gets that follows a link: from the server, or from the store itself. */
export async function follow({ app }: Pick<TestApp, 'app'>, url: string) {
  if (url.startsWith('/')) return app.inject({ url })
  const answer = await fetch(url)
  return {
    statusCode: answer.status,
    headers: Object.fromEntries(answer.headers),
    rawPayload: Buffer.from(await answer.arrayBuffer()),
  }
}

/** Links to objects are the store's own, which sets their time by its own clock and sends headers of its own. */
export const isFromStore = () => inject('s3') !== undefined
