import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { abilities, fileName, modelName } from '../transcription/model.ts'

/** A model for download, file by file. */
export const ModelEntry = z
  .strictObject({
    /** Its folder below `models` in the data folder. */
    name: modelName,
    title: z.string().min(1).max(100),
    licence: z.string().min(1),
    source: z.string().min(1),
    /** Where the checksums of the files come from. */
    checksums: z.string().optional(),
    /** The folder of the files. */
    url: z.url({ protocol: /^https?$/ }),
    /** The name of the model's section in the configuration of sherpa-onnx: `whisper`, `transducer` … */
    kind: z.string().regex(/^[a-zA-Z]+$/),
    ...abilities,
    max_seconds: z.number().positive().max(600),
    files: z
      .array(
        z.strictObject({
          /** `tokens`, or the file's name in that section of the configuration. */
          part: z.string().regex(/^[a-zA-Z]+$/),
          file: fileName,
          bytes: z.int().positive(),
          /** null: none is published. The download then stores the computed hash and reports the model as unchecked. */
          sha256: z
            .string()
            .regex(/^[0-9a-f]{64}$/)
            .nullable(),
        }),
      )
      .min(2),
  })
  .refine(({ files }) => files.filter(({ part }) => part === 'tokens').length === 1, 'needs one tokens file')
  .refine(({ files }) => new Set(files.map(({ file }) => file)).size === files.length, 'each file may occur only once')
export type ModelEntry = z.infer<typeof ModelEntry>

const Catalogue = z.array(ModelEntry)

type ModelSource = {
  contentFolder: string
  /** A file like `packages/content/models.json`. Its models are added, and replace those with the same name. */
  catalogueFile: string | undefined
  /** A mirror, which serves a file at `<mirror>/<model>/<file>`. */
  mirror: string | undefined
}

export async function readModelCatalogue({ contentFolder, catalogueFile, mirror }: ModelSource): Promise<ModelEntry[]> {
  const ours = await readEntries(path.join(contentFolder, 'models.json'))
  const theirs = catalogueFile === undefined ? [] : await readEntries(catalogueFile)
  const entries = [...new Map([...ours, ...theirs].map((entry) => [entry.name, entry])).values()]
  if (mirror === undefined) return entries
  return entries.map((entry) => ({ ...entry, url: new URL(`${entry.name}/`, withSlash(mirror)).href }))
}

async function readEntries(file: string): Promise<ModelEntry[]> {
  try {
    return Catalogue.parse(JSON.parse(await readFile(file, 'utf8')))
  } catch (cause) {
    throw new Error(`Cannot read the catalogue of models ${file}: ${(cause as Error).message}`, { cause })
  }
}

export const urlOf = (entry: ModelEntry, file: string) => new URL(file, withSlash(entry.url)).href

const withSlash = (url: string) => (url.endsWith('/') ? url : `${url}/`)

export const bytesOf = ({ files }: ModelEntry) => files.reduce((sum, { bytes }) => sum + bytes, 0)
export const hasChecksums = ({ files }: ModelEntry) => files.every(({ sha256 }) => sha256 !== null)
