import { access, readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'

/** `model.json` in a model's folder: what it is and how sherpa-onnx loads it. File names are below the folder. */
export const ModelManifest = z.object({
  name: z.string().min(1).max(100),
  /** The name of the model's part of sherpa-onnx's configuration: `whisper`, `zipformerCtc`, `transducer` … */
  kind: z.string().regex(/^[a-zA-Z]+$/),
  files: z.record(z.string(), z.string().regex(/^[\w.-]+$/)),
  tokens: z.string().regex(/^[\w.-]+$/),
  /** The longest stretch that the model reads; what is longer it drops without an error. */
  max_seconds: z.number().positive().max(600),
  /** A model that knows so few words that whoever reads a transcript must be told. */
  vocabulary_words: z.int().positive().optional(),
  licence: z.string(),
  source: z.string(),
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
