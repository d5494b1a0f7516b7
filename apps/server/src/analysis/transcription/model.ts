import { access, readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'

// A letter or digit first, so that neither is "..", nor a folder that is not a model.
export const fileName = z.string().regex(/^\w[\w.-]*$/)
export const modelName = z
  .string()
  .regex(/^[a-zA-Z0-9][\w.-]*$/)
  .max(100)

/** `model.json` in a model's folder: what it is and how sherpa-onnx loads it. File names are below the folder. */
export const ModelManifest = z.object({
  name: z.string().min(1).max(100),
  /** The name of the model's part of sherpa-onnx's configuration: `whisper`, `zipformerCtc`, `transducer` … */
  kind: z.string().regex(/^[a-zA-Z]+$/),
  files: z.record(z.string(), fileName),
  tokens: fileName,
  /** The longest stretch that the model reads; what is longer it drops without an error. */
  max_seconds: z.number().positive().max(600),
  /** A model that knows so few words that whoever reads a transcript must be told. */
  vocabulary_words: z.int().positive().optional(),
  /**
   * Its words are right often enough for the speakers it is used for that they are counted before a person confirms
   * them. Without this, word measures wait for a person.
   */
  calibrated: z.boolean().optional(),
  licence: z.string(),
  source: z.string(),
  /** What was downloaded, by file name; `is_published`: the checksum is its publisher's, and was compared. */
  downloaded: z
    .record(z.string(), z.object({ bytes: z.int(), sha256: z.string(), is_published: z.boolean() }))
    .optional(),
})
export type ModelManifest = z.infer<typeof ModelManifest>

export type Model = { folder: string; manifest: ModelManifest }

/** The model in a folder. Undefined when there is none, or when it is not whole. */
export async function readModel(folder: string): Promise<Model | undefined> {
  try {
    const manifest = ModelManifest.parse(JSON.parse(await readFile(path.join(folder, 'model.json'), 'utf8')))
    for (const file of [manifest.tokens, ...Object.values(manifest.files)]) await access(path.join(folder, file))
    return { folder, manifest }
  } catch {
    return undefined // not there, half downloaded, or something else altogether: the same to whoever needs one
  }
}
