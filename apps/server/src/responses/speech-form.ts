import '@fastify/multipart'
import { Skip, SpeechFields } from '@fonema/contract'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { AppError, fieldErrorsOf, InvalidFields } from '../platform/http/errors.ts'
import { type ObjectStore, ObjectTooLarge, type StagedObject } from '../platform/objects/object-store.ts'
import type { Answer, Speech } from './answers.ts'
import { readWavHeader } from './wav-header.ts'

function parse<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw new InvalidFields(fieldErrorsOf(parsed.error.issues))
  return parsed.data
}

export const parseSkip = (body: unknown): Skip => parse(Skip, body ?? {})

/**
 * Receives the multipart form of a recording: the file `speech` goes to the store's staging as it arrives, then the
 * hash, the text fields and the file's kind are checked. The caller discards what was staged when it does not commit it.
 */
export async function receiveSpeech(
  request: FastifyRequest,
  { store, maxAudioBytes }: { store: ObjectStore; maxAudioBytes: number },
  use: (speech: Speech) => Promise<Answer>,
): Promise<Answer> {
  let staged: StagedObject | undefined
  try {
    const texts: Record<string, unknown> = {}
    for await (const part of request.parts({
      limits: { fileSize: maxAudioBytes, files: 1, fields: 10, fieldSize: 1_000_000 },
    })) {
      if (part.type === 'file') {
        if (part.fieldname !== 'speech') throw new InvalidFields({ [part.fieldname]: ['unknown_field'] })
        staged = await store.stage(part.file, maxAudioBytes)
        if (part.file.truncated) throw new ObjectTooLarge()
      } else {
        texts[part.fieldname] = part.value
      }
    }
    const fields = parse(SpeechFields, texts)
    if (staged === undefined) throw new InvalidFields({ speech: ['required'] })
    if (staged.sizeBytes === 0) throw new InvalidFields({ speech: ['no_audio'] })
    if (fields.sha256 !== undefined && fields.sha256 !== staged.sha256)
      throw new InvalidFields({ sha256: ['mismatch'] })
    return await use({ staged, header: await readWavHeader(staged.file), fields })
  } catch (error) {
    if (error instanceof ObjectTooLarge) throw new AppError('file_too_large')
    throw error
  } finally {
    // After a commit there is nothing left to discard.
    if (staged !== undefined) await store.discard(staged)
  }
}
