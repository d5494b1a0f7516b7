import { access, readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'

// The first character is a letter, digit or underscore, which excludes ".." and hidden files.
export const fileName = z.string().regex(/^\w[\w.-]*$/)
export const modelName = z
  .string()
  .regex(/^[a-zA-Z0-9][\w.-]*$/)
  .max(100)

/** What a model's results hold, and how it is loaded. */
export const abilities = {
  /** `modelType` of sherpa-onnx, where the kind alone does not say it: `nemo_transducer`. */
  model_type: z
    .string()
    .regex(/^[a-z_]+$/)
    .optional(),
  /** A start for each word. A Whisper model needs cross-attention among its outputs for this. */
  word_times: z.boolean().default(false),
  /** The probability of each word. */
  word_confidence: z.boolean().default(false),
  /** It hears which language is spoken, so the item's language cannot be given. */
  detects_language: z.boolean().default(false),
}

/**
 * `model.json` in a model's folder: its description and how sherpa-onnx loads it. File names are relative to the
 * folder.
 */
export const ModelManifest = z.object({
  name: z.string().min(1).max(100),
  /** The name of the model's section in the configuration of sherpa-onnx: `whisper`, `zipformerCtc`, `transducer` … */
  kind: z.string().regex(/^[a-zA-Z]+$/),
  files: z.record(z.string(), fileName),
  tokens: fileName,
  ...abilities,
  /** The longest audio that the model reads. It drops the rest without an error. */
  max_seconds: z.number().positive().max(600),
  /** Set for a model with a vocabulary so small that readers of a transcript must be warned. */
  vocabulary_words: z.int().positive().optional(),
  /**
   * Its words are right often enough for its intended speakers to be counted before a person confirms them. Without
   * this, word measures wait for a person.
   */
  calibrated: z.boolean().optional(),
  licence: z.string(),
  source: z.string(),
  /** The downloaded files, by name. `is_published`: the publisher gave a checksum, and it was compared. */
  downloaded: z
    .record(z.string(), z.object({ bytes: z.int(), sha256: z.string(), is_published: z.boolean() }))
    .optional(),
})
export type ModelManifest = z.infer<typeof ModelManifest>

export type Model = { folder: string; manifest: ModelManifest }

/** The model in a folder. Undefined when it is missing or incomplete. */
export async function readModel(folder: string): Promise<Model | undefined> {
  try {
    const manifest = ModelManifest.parse(JSON.parse(await readFile(path.join(folder, 'model.json'), 'utf8')))
    for (const file of [manifest.tokens, ...Object.values(manifest.files)]) await access(path.join(folder, file))
    return { folder, manifest }
  } catch {
    return undefined // missing, half downloaded or something else: the caller treats all alike
  }
}
