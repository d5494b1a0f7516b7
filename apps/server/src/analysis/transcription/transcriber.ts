import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { readModel } from './model.ts'
import type { Engine } from './transcription.ts'

export type TranscriberSettings =
  | { kind: 'none' }
  | { kind: 'sherpa'; model: string }
  | { kind: 'http'; url: string; key: string | undefined; model: string | undefined }

export type Transcriber = {
  /** The engine that transcribes a recording now; null: none, people type. */
  engineFor(recording: { isDemonstration: boolean; sha256: string }): Promise<Engine | null>
}

const httpTimeoutSeconds = 300
const httpRetrySeconds = 2

/** The folder of downloaded models. */
export const modelsFolder = (dataDir: string) => path.join(dataDir, 'models')

/**
 * The recogniser from the configuration. The demonstration's model transcribes only the demonstration's recordings. For
 * any other speech, even in the demonstration clinic, it writes words that nobody said.
 *
 * @param demonstration the folders of the demonstration's model and of its recordings
 */
export function createTranscriber(
  settings: TranscriberSettings,
  { dataDir, demonstration }: { dataDir: string; demonstration: { model: string; audio: string } },
): Transcriber {
  const sherpaFrom = async (folder: string): Promise<Engine | null> => {
    const model = await readModel(folder)
    return model === undefined ? null : { kind: 'sherpa', model }
  }
  let demonstrationHashes: Promise<ReadonlySet<string>> | undefined
  const isItsOwn = async (sha256: string) => {
    demonstrationHashes ??= hashesOf(demonstration.audio)
    return (await demonstrationHashes).has(sha256)
  }
  return {
    async engineFor({ isDemonstration, sha256 }) {
      if (settings.kind === 'none') return null
      if (settings.kind === 'http')
        return { ...settings, timeoutSeconds: httpTimeoutSeconds, retrySeconds: httpRetrySeconds }
      return sherpaFrom(
        // A name is a folder below the data folder; a path is used as it is.
        isDemonstration && (await isItsOwn(sha256))
          ? demonstration.model
          : path.resolve(modelsFolder(dataDir), settings.model),
      )
    },
  }
}

/** The SHA-256 of every file in a folder, recursively. */
async function hashesOf(folder: string): Promise<ReadonlySet<string>> {
  const hashes = new Set<string>()
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const bytes = await readFile(path.join(entry.parentPath, entry.name))
    hashes.add(createHash('sha256').update(bytes).digest('hex'))
  }
  return hashes
}
