import {
  type DraftItemTexts,
  htmlProblem,
  instructionTags,
  type MediaKind,
  type ProtocolDraft,
  type ProtocolMediaId,
} from '@fonema/contract'
import type { Catalogue } from '../../content/catalogue.ts'
import type { Tx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors.ts'
import { isUploaded } from '../queries.ts'
import { findMedia } from './queries.ts'

type Named = { file: string; kind: MediaKind; path: string }

const shippedKinds: Readonly<Record<string, MediaKind>> = { images: 'image', audio: 'audio', video: 'video' }

const refuse = (problem: 'html' | 'file' | 'locale' | 'list', path: string) =>
  new AppError('protocol_refused', { problem, path })

/** Every text of an item, with its path in the draft. */
function* textsOf({ blocks }: ProtocolDraft): Generator<[string, string, DraftItemTexts]> {
  for (const [at, block] of blocks.entries())
    for (const [index, item] of block.items.entries())
      for (const [locale, texts] of Object.entries(item.texts))
        if (texts !== undefined) yield [`blocks.${at}.items.${index}.texts.${locale}`, locale, texts]
}

/** The files that a draft names, with their places. */
export function filesOf(draft: ProtocolDraft): Named[] {
  return [...textsOf(draft)].flatMap(([path, , { image, audio, video }]) => [
    ...(image === null ? [] : [{ file: image.file, kind: 'image' as const, path: `${path}.image.file` }]),
    ...(audio === null ? [] : [{ file: audio.file, kind: 'audio' as const, path: `${path}.audio.file` }]),
    ...(video === null ? [] : [{ file: video.file, kind: 'video' as const, path: `${path}.video.file` }]),
    ...(video === null || video.subtitles === null
      ? []
      : [{ file: video.subtitles, kind: 'subtitles' as const, path: `${path}.video.subtitles` }]),
  ])
}

export const uploadedFilesOf = (draft: ProtocolDraft): ProtocolMediaId[] => [
  ...new Set(filesOf(draft).map(({ file }) => file)).values().filter(isUploaded),
]
export const shippedFilesOf = (draft: ProtocolDraft): string[] => [
  ...new Set(filesOf(draft).map(({ file }) => file)).values().filter((file) => !isUploaded(file)),
]

/**
 * Refuses what no draft may contain, whoever sends it: other HTML than that of instructions, files that are not there
 * or of another kind, and unknown languages and lists.
 *
 * @param arriving the kinds of files that will be stored with the draft
 * @throws {AppError} `protocol_refused`, with the problem and its place
 */
export async function requireSafe(
  tx: Tx,
  catalogue: Catalogue,
  draft: ProtocolDraft,
  arriving: ReadonlyMap<string, MediaKind> = new Map(),
): Promise<void> {
  const known = new Set(catalogue.locales.map(({ code }) => code))
  for (const [index, locale] of draft.locales.entries())
    if (!known.has(locale)) throw refuse('locale', `locales.${index}`)
  for (const [path, locale, { trigger, fluency }] of textsOf(draft)) {
    if (!draft.locales.includes(locale)) throw refuse('locale', path)
    if (htmlProblem(trigger, instructionTags) !== undefined) throw refuse('html', `${path}.trigger`)
    if (fluency !== null && 'list' in fluency && !catalogue.isFluencyList(fluency.list))
      throw refuse('list', `${path}.fluency.list`)
  }
  const uploaded = new Map((await findMedia(tx, uploadedFilesOf(draft))).map(({ id, kind }) => [id, kind]))
  for (const { file, kind, path } of filesOf(draft)) {
    const found = isUploaded(file)
      ? (arriving.get(file) ?? uploaded.get(file))
      : catalogue.mediaTerms(file) && shippedKinds[file.slice(0, file.indexOf('/'))]
    if (found !== kind) throw refuse('file', path)
  }
}
