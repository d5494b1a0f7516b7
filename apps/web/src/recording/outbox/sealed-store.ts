import { type SealingKey, seal, sealText, unseal, unsealText } from '../../api/sealing.ts'
import type { OutboxDatabase } from './database.ts'

const chunksAtOnce = 64

export type Chunk = [id: string, index: number, samples: ArrayBuffer]

/** Where the samples of a take's second channel are. */
export const examinerOf = (id: string) => `${id}.examiner`

export type SealedStore = ReturnType<typeof createSealedStore>

/** Records and audio of one user, encrypted before they are written. Works in a worker and in the page. */
export function createSealedStore(database: OutboxDatabase, key: SealingKey) {
  // Strict durability: acknowledged data is on disk, even if the battery fails a moment later.
  const write = (store: 'records' | 'chunks') => database.transaction(store, 'readwrite', { durability: 'strict' })
  const chunksOf = (id: string) => IDBKeyRange.bound([id, 0], [id, Infinity])

  return {
    async put(id: string, record: unknown): Promise<void> {
      const sealed = await sealText(key, id, JSON.stringify(record))
      const transaction = write('records')
      await Promise.all([transaction.store.put({ id, key_id: key.id, ...sealed }), transaction.done])
    },

    /** Only records sealed with this user's keys. Those of other users stay encrypted and are not listed. */
    async records(): Promise<unknown[]> {
      const ids = [key, ...key.former].map(({ id }) => id)
      const sealed = await Promise.all(ids.map((id) => database.getAllFromIndex('records', 'key_id', id)))
      const texts = await Promise.all(sealed.flat().map((record) => unsealText(key, record.id, record)))
      return texts.map((text) => JSON.parse(text))
    },

    /** All of them, or none: the channels of a take end at the same place, whenever the page ends. */
    async appendAll(chunks: readonly Chunk[]): Promise<void> {
      const sealed = await Promise.all(
        chunks.map(async ([id, index, samples]) => ({
          place: [id, index] satisfies [string, number],
          chunk: await seal(key, `${id}/${index}`, samples),
        })),
      )
      const transaction = write('chunks')
      await Promise.all([...sealed.map(({ place, chunk }) => transaction.store.put(chunk, place)), transaction.done])
    },

    append(...chunk: Chunk): Promise<void> {
      return this.appendAll([chunk])
    },

    async chunk(id: string, index: number): Promise<ArrayBuffer> {
      const sealed = await database.get('chunks', [id, index])
      if (sealed === undefined) throw new Error(`chunk ${index} is missing`)
      return unseal(key, `${id}/${index}`, sealed)
    },

    /** In order and a few at a time, so that a long recording is never in memory as a whole. */
    async *chunks(id: string, from = 0, to = Infinity): AsyncGenerator<ArrayBuffer[]> {
      for (let index = from; index < to; index += chunksAtOnce) {
        const last = Math.min(to, index + chunksAtOnce) - 1
        const sealed = await database.getAll('chunks', IDBKeyRange.bound([id, index], [id, last]))
        yield await Promise.all(sealed.map((chunk, i) => unseal(key, `${id}/${index + i}`, chunk)))
        if (sealed.length <= last - index) return
      }
    },

    async delete(id: string): Promise<void> {
      const transaction = database.transaction(['records', 'chunks'], 'readwrite')
      await Promise.all([
        transaction.objectStore('records').delete(id),
        transaction.objectStore('chunks').delete(chunksOf(id)),
        transaction.objectStore('chunks').delete(chunksOf(examinerOf(id))),
        transaction.done,
      ])
    },
  }
}
