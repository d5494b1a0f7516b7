import { createReadStream } from 'node:fs'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { AudioError, convertSound, convertVideo, type Stimulus } from '@fonema/audio'
import { type MediaKind, mediaBytes, ProtocolMediaFields } from '@fonema/contract'
import type { FastifyRequest } from 'fastify'
import { type Antivirus, requireClean } from '../../files/antivirus.ts'
import { cleanFilename } from '../../files/file-kind.ts'
import { AppError, InvalidFields, parseFields } from '../../platform/http/errors.ts'
import { readForm, requireContent } from '../../platform/http/read-form.ts'
import type { ObjectStore, StagedObject } from '../../platform/objects/object-store.ts'
import { rewriteImage } from './stimulus-image.ts'
import { rewriteSubtitles } from './subtitles.ts'

export type MediumReceiver = { store: ObjectStore; antivirus: Antivirus | undefined }

/** A stimulus as it will be stored. `sentSha256`: of the file as it was sent, by which a repeat is recognised. */
type ReceivedMedium = {
  kind: MediaKind
  staged: StagedObject
  sentSha256: string
  filename: string
  contentType: string
  durationS: number | null
  width: number | null
  height: number | null
}

const largest = Math.max(...Object.values(mediaBytes))

/**
 * Receives the form of a stimulus and converts its file. Its content decides what it is, not its name. What `use` does
 * not commit is discarded.
 */
export async function receiveMedium<T>(
  request: FastifyRequest,
  receiver: MediumReceiver,
  use: (medium: ReceivedMedium) => Promise<T>,
): Promise<T> {
  const files: StagedObject[] = []
  let filename = ''
  const { store, antivirus } = receiver
  try {
    // One byte more than the store accepts, so that the store reports the error.
    const limits = { fileSize: largest + 1, fields: 5, fieldSize: 1000 }
    const texts = await readForm(request, 'file', limits, async (part) => {
      files.push(await store.stage(part.file, largest))
      filename = cleanFilename(part.filename)
    })
    const { kind } = parseFields(ProtocolMediaFields, texts)
    const sent = requireContent(files[0], ({ sizeBytes }) => sizeBytes)
    if (sent.sizeBytes > mediaBytes[kind]) throw new AppError('file_too_large')
    if (antivirus !== undefined) await requireClean(sent.file, antivirus)
    const { staged, ...facts } = await convert(store, kind, sent.file)
    files.push(staged)
    return await use({ kind, staged, sentSha256: sent.sha256, filename, ...facts })
  } finally {
    // After a commit there is nothing left to discard.
    for (const file of files) await store.discard(file)
  }
}

export type Converted = Pick<ReceivedMedium, 'staged' | 'contentType' | 'durationS' | 'width' | 'height'>
const noSize = { durationS: null, width: null, height: null }

/**
 * Writes a stimulus again as it will be stored. Its content decides what it is, not its name.
 *
 * @throws {AppError} `file_type_not_allowed`, `file_too_large`
 * @throws {InvalidFields} with the problem of `file`
 */
export async function convert(store: ObjectStore, kind: MediaKind, file: string): Promise<Converted> {
  const stage = (bytes: Buffer) => store.stage(Readable.from([bytes]), largest)
  if (kind === 'image') {
    const { bytes, contentType, width, height } = rewriteImage(await readFile(file))
    return { staged: await stage(bytes), contentType, durationS: null, width, height }
  }
  if (kind === 'subtitles')
    return { staged: await stage(rewriteSubtitles(await readFile(file))), contentType: 'text/vtt', ...noSize }
  return convertWithFfmpeg(store, kind, file)
}

async function convertWithFfmpeg(store: ObjectStore, kind: 'audio' | 'video', file: string): Promise<Converted> {
  const folder = await mkdtemp(path.join(tmpdir(), 'fonema-stimulus-'))
  const target = path.join(folder, 'stimulus')
  try {
    const stimulus: Stimulus = await (kind === 'audio' ? convertSound : convertVideo)(file, target)
    const { size } = await stat(target)
    if (size > 2 * largest) throw new AppError('file_too_large')
    const staged = await store.stage(createReadStream(target), 2 * largest)
    return { staged, contentType: kind === 'audio' ? 'audio/mpeg' : 'video/webm', ...stimulus }
  } catch (error) {
    throw error instanceof AudioError ? refusalOf(error) : error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function refusalOf(error: AudioError): Error {
  if (error.code === 'ffmpeg_missing') return new AppError('unavailable', {}, { cause: error })
  if (error.code === 'too_long') return new InvalidFields({ file: ['too_long'] })
  return error.code === 'no_samples' ? new InvalidFields({ file: ['no_audio'] }) : new AppError('file_type_not_allowed')
}
