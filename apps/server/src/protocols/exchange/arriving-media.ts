import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import {
  type MediaKind,
  type MediumFile,
  mediaBytes,
  type OrganizationId,
  type ProtocolFilePlace,
  type ProtocolFileProblem,
  type ProtocolMediaId,
  type UserId,
} from '@fonema/contract'
import { ProtocolFileError, type ReadMedium } from '@fonema/protocol-exchange'
import { v7 as uuidv7 } from 'uuid'
import type { Catalogue } from '../../content/catalogue.ts'
import { type Antivirus, requireClean } from '../../files/antivirus.ts'
import { cleanFilename } from '../../files/file-kind.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/database/database.ts'
import { AppError, InvalidFields } from '../../platform/http/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { ObjectStore, StagedObject } from '../../platform/objects/object-store.ts'
import { type Converted, convert } from '../drafts/receive-medium.ts'
import '../drafts/tables.ts'

export type MediaDeps = { store: ObjectStore; antivirus: Antivirus | undefined; catalogue: Catalogue; clock: Clock }

/** A medium of a file, converted and not stored yet. */
export type ArrivingMedium = Converted & { id: ProtocolMediaId; kind: MediaKind; filename: string; key: string }

type PreparedMedia = {
  /** What the content will name instead of the file's own names. */
  names: ReadonlyMap<string, MediumFile>
  arriving: readonly ArrivingMedium[]
}

/** Each of these takes ffmpeg a second or more. */
const mostConverted = 200

/** The organisation's files with these bytes, by hash and kind: they are not stored twice. */
export async function findKnown(tx: Tx, media: readonly ReadMedium[]): Promise<ReadonlyMap<string, ProtocolMediaId>> {
  const hashes = media.flatMap(({ sha256 }) => sha256 ?? [])
  if (hashes.length === 0) return new Map()
  const rows = await tx
    .selectFrom('protocol_media')
    .select(['id', 'kind', 'sha256'])
    .where('sha256', 'in', hashes)
    .orderBy('id', 'desc')
    .execute()
  return new Map(rows.map(({ id, kind, sha256 }) => [`${kind} ${sha256}`, id]))
}

/**
 * Checks and converts the media of a file as uploads are. Files that ship with the product, and those that the
 * organisation has, are used instead of the same bytes. `staged` gets every temporary file, for the caller to discard.
 *
 * @throws {ProtocolFileError} with every medium that is refused
 */
export async function prepareMedia(
  deps: MediaDeps,
  organizationId: OrganizationId,
  media: readonly ReadMedium[],
  known: ReadonlyMap<string, ProtocolMediaId>,
  staged: StagedObject[],
): Promise<PreparedMedia> {
  const names = new Map<string, MediumFile>()
  const arriving: ArrivingMedium[] = []
  const refused: ProtocolFilePlace[] = []
  let converted = 0
  for (const medium of media) {
    try {
      const bytes = await medium.read()
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      const there = deps.catalogue.shippedWith(sha256) ?? known.get(`${medium.kind} ${sha256}`)
      if (there !== undefined) {
        names.set(medium.file, there)
        continue
      }
      if (medium.kind === 'audio' || medium.kind === 'video') converted++
      if (converted > mostConverted) throw new ProtocolFileError('too_many_media', medium.at)
      const one = await convertBytes(deps, organizationId, medium, bytes, staged)
      names.set(medium.file, one.id)
      arriving.push(one)
    } catch (error) {
      const places = placesOf(error, medium)
      refused.push(...places)
      if (places.some(({ problem }) => problem === 'too_many_media')) break
    }
  }
  const [first, ...others] = refused
  if (first !== undefined) throw ProtocolFileError.of([first, ...others])
  return { names, arriving }
}

async function convertBytes(
  { store, antivirus, clock }: MediaDeps,
  organizationId: OrganizationId,
  { kind, filename }: ReadMedium,
  bytes: Buffer,
  staged: StagedObject[],
): Promise<ArrivingMedium> {
  const sent = await store.stage(Readable.from([bytes]), mediaBytes[kind])
  try {
    if (antivirus !== undefined) await requireClean(sent.file, antivirus)
    const converted = await convert(store, kind, sent.file)
    staged.push(converted.staged)
    const id = newId<ProtocolMediaId>(clock.now())
    return {
      ...converted,
      id,
      kind,
      filename: cleanFilename(filename),
      key: `${organizationId}/protocol-media/${uuidv7()}`,
    }
  } finally {
    await store.discard(sent)
  }
}

const problems: Readonly<Record<string, ProtocolFileProblem>> = {
  file_type_not_allowed: 'medium_type',
  file_too_large: 'medium_size',
  file_infected: 'infected',
  unreadable: 'medium_unreadable',
  out_of_range: 'medium_size',
  too_long: 'medium_length',
  no_audio: 'no_sound',
}

/** The refusal of an upload as the problem of a medium in the file; other errors are thrown again. */
function placesOf(error: unknown, { at }: ReadMedium): readonly ProtocolFilePlace[] {
  if (error instanceof ProtocolFileError) return error.places
  const code = error instanceof InvalidFields ? error.fields.file?.[0] : error instanceof AppError ? error.code : ''
  const problem = problems[code ?? '']
  if (problem === undefined) throw error
  return [{ problem, file: at, path: '' }]
}

/** Writes the rows of the media. Their bytes must be stored already. */
export async function insertMedia(
  tx: Tx,
  { organizationId, userId }: { organizationId: OrganizationId; userId: UserId },
  media: readonly ArrivingMedium[],
  now: Date,
): Promise<void> {
  if (media.length === 0) return
  const rows = media.map(({ id, kind, key, filename, contentType, staged, durationS, width, height }) => ({
    id,
    organization_id: organizationId,
    kind,
    object_key: key,
    filename,
    content_type: contentType,
    size: staged.sizeBytes,
    sha256: staged.sha256,
    duration_s: durationS,
    width,
    height,
    created_by: userId,
    date_created: now,
  }))
  await tx.insertInto('protocol_media').values(rows).execute()
}
