import { Readable } from 'node:stream'
import { inject } from 'vitest'
import type { ObjectStore } from '../src/platform/objects/object-store.ts'
import type { TestApp } from './test-app.ts'

/** The keys with this prefix, in any kind of store. */
export async function storedKeys({ store }: { store: ObjectStore }, beginning = ''): Promise<string[]> {
  const all = await Array.fromAsync(store.list())
  return all.flatMap(({ key }) => (key.startsWith(beginning) ? [key] : [])).sort()
}

/** Stores bytes under a key without the product's involvement. */
export const putObject = async (store: ObjectStore, key: string, bytes: Buffer) =>
  store.commit(await store.stage(Readable.from([bytes]), bytes.length), key)

/** What a browser gets when it follows a link to the server or to the store. */
export async function follow({ app }: Pick<TestApp, 'app'>, url: string) {
  if (url.startsWith('/')) return app.inject({ url })
  const answer = await fetch(url)
  return {
    statusCode: answer.status,
    headers: Object.fromEntries(answer.headers),
    rawPayload: Buffer.from(await answer.arrayBuffer()),
  }
}

/** Whether links lead to the S3 store, which uses its own clock and sends its own headers. */
export const isFromStore = () => inject('s3') !== undefined
