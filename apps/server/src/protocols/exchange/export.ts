import { createReadStream } from 'node:fs'
import path from 'node:path'
import type { Readable } from 'node:stream'
import type { ProtocolDraft, ProtocolDraftId, ProtocolId } from '@fonema/contract'
import { type MediumToWrite, writeProtocol } from '@fonema/protocol-exchange'
import type { Catalogue } from '../../content/catalogue.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { ObjectStore } from '../../platform/objects/object-store.ts'
import { uploadedFilesOf } from '../drafts/content-check.ts'
import { contentOfShipped } from '../drafts/copy.ts'
import { findDraft, findMedia } from '../drafts/queries.ts'
import { findProtocols } from '../queries.ts'
import { contentOfVersion } from './version-content.ts'

/** A protocol that is ready to be written: its content, and the rows of its uploaded files. */
export type Exported = { content: ProtocolDraft; media: Awaited<ReturnType<typeof findMedia>> }

const withMedia = async (tx: Tx, content: ProtocolDraft): Promise<Exported> => ({
  content,
  media: await findMedia(tx, uploadedFilesOf(content)),
})

/** Undefined for a draft that the organisation does not have. */
export async function exportedDraft(tx: Tx, id: ProtocolDraftId): Promise<Exported | undefined> {
  const row = await findDraft(tx, id)
  return row && withMedia(tx, row.content)
}

/** A published version, or a protocol that ships. Undefined for one of another organisation. */
export async function exportedVersion(catalogue: Catalogue, tx: Tx, id: ProtocolId): Promise<Exported | undefined> {
  const [protocol] = await findProtocols(tx, [id])
  if (protocol === undefined) return undefined
  return withMedia(
    tx,
    protocol.organization_id === null
      ? await contentOfShipped(catalogue, tx, protocol)
      : await contentOfVersion(catalogue, tx, protocol),
  )
}

/** The ZIP file, which is written while it is read. */
export function writeExported(catalogue: Catalogue, store: ObjectStore, { content, media }: Exported): Readable {
  const uploaded = new Map(
    media.map(({ id, filename, size, sha256, object_key, content_type }): [string, MediumToWrite] => [
      id,
      { filename: withEnd(filename, content_type), size, sha256, open: () => store.read(object_key) },
    ]),
  )
  return writeProtocol(content, (file) => {
    const found = uploaded.get(file) ?? shippedMedium(catalogue, file)
    if (found === undefined) throw new Error(`the medium ${file} is not there`)
    return found
  })
}

function shippedMedium(catalogue: Catalogue, file: string): MediumToWrite | undefined {
  const found = catalogue.shippedMedium(file)
  return (
    found && {
      filename: path.basename(file),
      size: found.size,
      sha256: found.sha256,
      open: () => createReadStream(found.path),
    }
  )
}

const ends: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'audio/mpeg': 'mp3',
  'video/webm': 'webm',
  'text/vtt': 'vtt',
}

/** The name of the uploaded file with the end of what it was converted to. */
function withEnd(filename: string, contentType: string): string {
  const end = ends[contentType] ?? 'bin'
  const { name } = path.parse(filename)
  return `${name.slice(0, 190)}.${end}`
}

/** The name of the ZIP file. */
export const archiveName = ({ content }: Exported) => `${content.key}.fonema.zip`
