import { ProtocolDraft } from '@fonema/contract'
import { mediaKinds } from '@fonema/contract/protocol-limits'
import { z } from 'zod'

/** The only file of the archive that is not a medium. */
export const protocolFile = 'protocol.json'
export const formatName = 'fonema-protocol'
export const formatVersion = 1
/** Bytes of `protocol.json`. */
export const largestProtocol = 5_000_000

/** Below `media/`, so that the draft's schema takes it for a file of its own. */
const MediaPath = z.string().regex(/^media\/(?:[\w-]+\/)*[\w-]+(?:\.[\w-]+)+$/)

export const ListedMedium = z.strictObject({
  file: MediaPath,
  kind: z.enum(mediaKinds),
  /** The name that people see. */
  filename: z.string().min(1).max(200),
  size: z.int().min(1),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
})
export type ListedMedium = z.infer<typeof ListedMedium>

/** A protocol in all of its languages. Licence and source of a medium stand where the content uses it. */
export const ProtocolDocument = z.strictObject({
  format: z.literal(formatName),
  format_version: z.literal(formatVersion),
  content: ProtocolDraft,
  media: z.array(ListedMedium).max(2000),
})
export type ProtocolDocument = z.infer<typeof ProtocolDocument>
