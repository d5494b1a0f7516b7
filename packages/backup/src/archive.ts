import { createHash } from 'node:crypto'
import { z } from 'zod'
import { ByteReader } from './byte-reader.ts'
import { BackupUnreadable } from './sealed-file.ts'

/** The entries of a backup, in this order; the manifest comes last. */
export const Entry = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('start'),
    created_at: z.string(),
    product_version: z.string(),
    migrations: z.array(z.string()),
    /** Seals the audit log and signs sessions. Without it, a restored clinic could not verify its own audit log. */
    secret_key: z.string(),
    earlier_secret_keys: z.array(z.string()).default([]),
    /** Whether the objects are in the backup, or stayed in the store. */
    has_objects: z.boolean().default(true),
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
  /** Objects with a row that were missing in the store or differed from their hash. */
  problems: z.array(z.object({ key: z.string(), problem: z.enum(['missing', 'changed']) })),
})
export type Manifest = z.infer<typeof Manifest>

const lengthOf = (bytes: number) => {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes)
  return length
}

/** An entry and its bytes. Their number need not be known in advance: an empty chunk ends them. */
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

/** The entries of a backup. Read the body of each to its end before requesting the next. */
export async function* readEntries(plain: AsyncIterable<Buffer>): AsyncGenerator<ReadEntry> {
  const reader = new ByteReader(plain)
  const take = async (count: number) => {
    const bytes = await reader.take(count)
    if (bytes === undefined) throw new BackupUnreadable('The backup is incomplete: it was cut off.')
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

/** Passes bytes on, and counts bytes and lines and hashes them. */
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
