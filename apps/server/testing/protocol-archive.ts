import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { ProtocolDraft } from '@fonema/contract'
import { writeProtocol } from '@fonema/protocol-exchange'
import { smallPng } from './logo.ts'
import { minimalDraft } from './protocol-draft.ts'

/** A protocol of one item with a picture, which has the name `images/street.png`. */
export function draftWithPicture(key: string): ProtocolDraft {
  const draft = minimalDraft(key)
  const [item] = draft.blocks[0]!.items
  const texts = item!.texts['es-ES']!
  item!.category = 'picture_description'
  texts.image = { file: 'images/street.png', licence: 'CC BY 4.0', source: 'Una pintora', alt: 'Una calle' }
  return draft
}

/** The ZIP file of a protocol whose media all have the same bytes. */
export async function protocolArchive(
  draft: ProtocolDraft = draftWithPicture('street'),
  bytes: Buffer = smallPng(40, 30),
  filename = 'street.png',
): Promise<Buffer> {
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const medium = { filename, size: bytes.length, sha256, open: () => Readable.from([bytes]) }
  return Buffer.concat(await writeProtocol(draft, () => medium).toArray())
}
