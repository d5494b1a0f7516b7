import { finished } from 'node:stream/promises'
import { Skip, SpeechFields } from '@fonema/contract'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { InvalidFields, parseFields } from '../platform/http/errors.ts'
import { readForm } from '../platform/http/read-form.ts'
import type { ObjectStore, StagedObject } from '../platform/objects/object-store.ts'
import type { Answer, Speech } from './answers.ts'
import { type AudioHeader, readAudioHeader } from './audio-header.ts'

type Receiver = { store: ObjectStore; maxAudioBytes: number }

export const parseSkip = (body: unknown): Skip => parseFields(Skip, body ?? {})

/**
 * Receives the multipart form of a recording. Streams the file `speech` to the store's staging, then checks the text
 * fields, the hash and the kind of the file. Discards the file unless `use` commits it.
 */
export const receiveSpeech = (
  request: FastifyRequest,
  receiver: Receiver,
  use: (speech: Speech) => Promise<Answer>,
): Promise<Answer> => receiveAudio(request, receiver, SpeechFields, use)

/** The same for a form with other text fields, one of them the hash. */
export async function receiveAudio<Fields extends z.ZodType<{ sha256?: string | undefined }>, T>(
  request: FastifyRequest,
  { store, maxAudioBytes }: Receiver,
  schema: Fields,
  use: (audio: { staged: StagedObject; header: AudioHeader; fields: z.output<Fields> }) => Promise<T>,
): Promise<T> {
  const files: StagedObject[] = []
  try {
    const limits = { fileSize: maxAudioBytes, fields: 10, fieldSize: 1_000_000 }
    const texts = await readForm(request, 'speech', limits, async (part) => {
      files.push(await store.stage(part.file, maxAudioBytes))
    })
    const fields = parseFields(schema, texts)
    const staged = files[0]
    if (staged === undefined) throw new InvalidFields({ speech: ['required'] })
    if (staged.sizeBytes === 0) throw new InvalidFields({ speech: ['no_audio'] })
    if (fields.sha256 !== undefined && fields.sha256 !== staged.sha256)
      throw new InvalidFields({ sha256: ['mismatch'] })
    return await use({ staged, header: await readAudioHeader(staged.file), fields })
  } catch (error) {
    await receiveRest(request)
    throw error
  } finally {
    // After a commit there is nothing left to discard.
    for (const staged of files) await store.discard(staged)
  }
}

/**
 * Reads the rest of the request and drops it: a browser reads the answer only after it has sent everything, and would
 * report an earlier error as a lost connection.
 */
async function receiveRest({ raw }: FastifyRequest): Promise<void> {
  raw.unpipe()
  raw.resume()
  await finished(raw).catch(() => {}) // the client has disconnected
}
