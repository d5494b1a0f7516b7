import { finished } from 'node:stream/promises'
import { Skip, SpeechFields } from '@fonema/contract'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { InvalidFields, parseFields } from '../platform/http/errors.ts'
import { readForm } from '../platform/http/read-form.ts'
import type { ObjectStore, StagedObject } from '../platform/objects/object-store.ts'
import type { Answer, Speech } from './answers.ts'
import { readAudioHeader } from './audio-header.ts'
import { type ReceivedAudio, requireAligned } from './examiner-channel.ts'

type Receiver = { store: ObjectStore; maxAudioBytes: number }

export const parseSkip = (body: unknown): Skip => parseFields(Skip, body ?? {})

/**
 * Receives the multipart form of a recording. Streams the file `speech`, and `examiner` where there is one, to the store's
 * staging, then checks the text fields, the hashes and the kind of the files. Discards the files unless `use` commits them.
 */
export const receiveSpeech = (
  request: FastifyRequest,
  receiver: Receiver,
  use: (speech: Speech) => Promise<Answer>,
): Promise<Answer> => receiveAudio(request, receiver, SpeechFields, use, 'examiner')

type Hashes = { sha256?: string | undefined; examiner_sha256?: string | undefined }

/** The same for a form with other text fields, one of them the hash. Without `second`, the form has one file. */
export async function receiveAudio<Fields extends z.ZodType<Hashes>, T>(
  request: FastifyRequest,
  { store, maxAudioBytes }: Receiver,
  schema: Fields,
  use: (audio: ReceivedAudio & { examiner?: ReceivedAudio; fields: z.output<Fields> }) => Promise<T>,
  second?: 'examiner',
): Promise<T> {
  const files = new Map<string, StagedObject>()
  try {
    const limits = { fileSize: maxAudioBytes, fields: 10, fieldSize: 1_000_000 }
    const texts = await readForm(request, ['speech', ...(second ? [second] : [])], limits, async (part) => {
      files.set(part.fieldname, await store.stage(part.file, maxAudioBytes))
    })
    const fields = parseFields(schema, texts)
    const speech = await checked(files.get('speech'), 'speech', fields.sha256, 'sha256')
    if (speech === undefined) throw new InvalidFields({ speech: ['required'] })
    const examiner = await checked(files.get('examiner'), 'examiner', fields.examiner_sha256, 'examiner_sha256')
    if (examiner === undefined) {
      if (fields.examiner_sha256 !== undefined) throw new InvalidFields({ examiner: ['required'] })
      return await use({ ...speech, fields })
    }
    requireAligned(speech.header, examiner.header)
    return await use({ ...speech, examiner, fields })
  } catch (error) {
    await receiveRest(request)
    throw error
  } finally {
    // After a commit there is nothing left to discard.
    for (const staged of files.values()) await store.discard(staged)
  }
}

async function checked(
  staged: StagedObject | undefined,
  name: string,
  hash: string | undefined,
  hashName: string,
): Promise<ReceivedAudio | undefined> {
  if (staged === undefined) return undefined
  if (staged.sizeBytes === 0) throw new InvalidFields({ [name]: ['no_audio'] })
  if (hash !== undefined && hash !== staged.sha256) throw new InvalidFields({ [hashName]: ['mismatch'] })
  return { staged, header: await readAudioHeader(staged.file, name) }
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
