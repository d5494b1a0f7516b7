import path from 'node:path'
import { readModel } from './model.ts'
import type { Engine } from './transcription.ts'

export type TranscriberSettings =
  | { kind: 'none' }
  | { kind: 'sherpa'; model: string }
  | { kind: 'http'; url: string; key: string | undefined; model: string | undefined }

export type Transcriber = {
  /** What transcribes an organisation's recordings now; null: nothing does, and people type. */
  engineFor(organization: { isDemonstration: boolean }): Promise<Engine | null>
}

const httpTimeoutSeconds = 300
const httpRetrySeconds = 2

/** Where models lie that were downloaded. */
export const modelsFolder = (dataDir: string) => path.join(dataDir, 'models')

/**
 * The recogniser that the configuration names. The demonstration's own model is for its synthetic voices alone: no
 * real organisation ever gets it.
 *
 * @param demonstrationModel the folder of the demonstration's model
 */
export function createTranscriber(
  settings: TranscriberSettings,
  { dataDir, demonstrationModel }: { dataDir: string; demonstrationModel: string },
): Transcriber {
  const sherpaFrom = async (folder: string): Promise<Engine | null> => {
    const model = await readModel(folder)
    return model === undefined ? null : { kind: 'sherpa', model }
  }
  return {
    async engineFor({ isDemonstration }) {
      if (settings.kind === 'none') return null
      if (settings.kind === 'http')
        return { ...settings, timeoutSeconds: httpTimeoutSeconds, retrySeconds: httpRetrySeconds }
      return sherpaFrom(
        // A name is a folder of the data folder; a path is itself.
        isDemonstration ? demonstrationModel : path.resolve(modelsFolder(dataDir), settings.model),
      )
    },
  }
}
