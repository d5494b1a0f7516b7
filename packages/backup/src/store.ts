import type { Readable } from 'node:stream'

type Staged = { file: string; sizeBytes: number; sha256: string }

/** What backup, restore and scrub need from an object store. */
export type BackupStore = {
  stage(stream: Readable, maxBytes: number): Promise<Staged>
  commit(staged: Staged, key: string): Promise<void>
  size(key: string): Promise<number | undefined>
  read(key: string): Readable
  remove(key: string): Promise<void>
  list(): AsyncIterable<{ key: string; sizeBytes: number; changedAt: Date }>
}
