import { createHash } from 'node:crypto'
import { z } from 'zod'
import { ByteReader } from './byte-reader.ts'
import { BackupUnreadable } from './sealed-file.ts'

/** What a backup holds, one after the other; the manifest is its end. */
export const Entry = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('start'),
    created_at: z.string(),
    product_version: z.string(),
    migrations: z.array(z.string()),
    /** Seals the trail, signs sessions: without it a restored clinic could not verify its own trail. */
    secret_key: z.string(),
    earlier_secret_keys: z.array(z.string()).default([]),
  }),
  z.object({ kind: z.literal('table'), name: z.string(), columns: z.array(z.string()) }),
  z.object({ kind: z.literal('jobs') }),
  z.object({ kind: z.literal('object'), key: z.string(), sha256: z.string() }),
  z.object({ kind: z.literal('manifest') }),
])
export type Entry = z.infer<typeof Entry>

export const Manifest = z.object({
  tables: z.array(z.object({ name: z.string(), rows: z.number(), sha256: z.string() })),
  objects: z.number(),
  object_bytes: z.number(),
  /** Objects that the database names and the store did not have as it had them. */
  problems: z.array(z.object({ key: z.string(), problem: z.enum(['missing', 'changed']) })),
})
export type Manifest = z.infer<typeof Manifest>

const lengthOf = (bytes: number) => {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes)
  return length
}

/** An entry and its bytes, whose number need not be known before; an empty piece ends them. */
export async function* writeEntry(entry: Entry, body?: AsyncIterable<Buffer | string>): AsyncGenerator<Buffer> {
  const header = Buffer.from(JSON.stringify(entry))
  yield lengthOf(header.length)
  yield header
  for await (const piece of body ?? []) {
    const bytes = Buffer.from(piece)
    if (bytes.length === 0) continue
    yield lengthOf(bytes.length)
    yield bytes
  }
  yield lengthOf(0)
}

export type ReadEntry = { entry: Entry; body: AsyncIterable<Buffer> }

/** The entries of a backup; each one's body is to be read to its end before the next is asked for. */
export async function* readEntries(plain: AsyncIterable<Buffer>): AsyncGenerator<ReadEntry> {
  const reader = new ByteReader(plain)
  const take = async (count: number) => {
    const bytes = await reader.take(count)
    if (bytes === undefined) throw new BackupUnreadable('The backup is incomplete: its end is missing.')
    return bytes
  }
  async function* body() {
    for (;;) {
      const length = (await take(4)).readUInt32BE()
      if (length === 0) return
      yield await take(length)
    }
  }
  for (;;) {
    const length = await reader.take(4)
    if (length === undefined) return
    const entry = Entry.parse(JSON.parse((await take(length.readUInt32BE())).toString()))
    yield { entry, body: body() }
  }
}

/** Passes bytes on and knows afterwards how many there were, of which hash, in how many lines. */
export function measured(source: AsyncIterable<Buffer>) {
  const hash = createHash('sha256')
  const found = { bytes: 0, lines: 0, sha256: '' }
  async function* pass() {
    for await (const piece of source) {
      hash.update(piece)
      found.bytes += piece.length
      for (let at = piece.indexOf(10); at >= 0; at = piece.indexOf(10, at + 1)) found.lines++
      yield piece
    }
    found.sha256 = hash.digest('hex')
  }
  return { found, stream: pass() }
}
