/**
 * Where the samples of a running take are kept, a chunk a second, from the moment they are recorded.
 * In memory for now: an encrypted store that survives a crash takes this place, and then deletes a take
 * only after the server has confirmed it.
 */
export type ChunkStore = {
  /** 16-bit samples; chunks of one take arrive in order. */
  append: (key: string, samples: ArrayBuffer) => Promise<void>
  read: (key: string) => Promise<ArrayBuffer[]>
  delete: (key: string) => Promise<void>
}

export function createMemoryChunkStore(): ChunkStore {
  const takes = new Map<string, ArrayBuffer[]>()
  return {
    async append(key, samples) {
      const chunks = takes.get(key)
      if (chunks) chunks.push(samples)
      else takes.set(key, [samples])
    },
    async read(key) {
      return takes.get(key) ?? []
    },
    async delete(key) {
      takes.delete(key)
    },
  }
}
