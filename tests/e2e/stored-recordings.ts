import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { inject } from 'vitest'
import type { ObjectStore } from '../../apps/server/src/platform/objects/object-store.ts'
import { openStore } from '../../apps/server/src/platform/objects/open-store.ts'
import { s3SettingsOf } from '../../scripts/cluster/cluster-parts.ts'

/** Reads the WAV files from the clinic's folder or bucket, without the clinic. */
export async function storedRecordings(): Promise<Buffer[]> {
  const parts = inject('clusterParts')
  if (parts === undefined) return wavs(await openStore({ s3: undefined, dataDir: inject('dataDirs')[0]! }))
  const folder = await mkdtemp(path.join(tmpdir(), 'fonema-look-'))
  try {
    return await wavs(await openStore({ s3: s3SettingsOf(parts), dataDir: folder }))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function wavs(store: ObjectStore): Promise<Buffer[]> {
  const found = await Array.fromAsync(store.list())
  return Promise.all(found.filter(({ key }) => key.endsWith('.wav')).map(({ key }) => buffer(store.read(key))))
}
