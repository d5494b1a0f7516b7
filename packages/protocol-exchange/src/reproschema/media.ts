import { posix } from 'node:path'
import { type MediaKind, mediaBytes } from '@fonema/contract'
import type { ReadMedium } from '../read.ts'
import type { FileSource } from '../source.ts'
import { fileOf, isRemote } from './files.ts'
import type { Languages } from './texts.ts'
import { memberTexts } from './texts.ts'
import type { FoundItem, Lose } from './walk.ts'

const kinds: Readonly<Record<'image' | 'audio' | 'video', RegExp>> = {
  image: /\.(?:png|jpe?g)$/i,
  audio: /\.(?:mp3|wav|ogg|oga|opus|m4a|flac|aac)$/i,
  video: /\.(?:mp4|webm|mov|m4v|ogv)$/i,
}

/** Collects the media of items: each file of the archive once, under a name that a content may have. */
export function createMedia(source: FileSource, languages: Languages, lose: Lose) {
  const media = new Map<string, ReadMedium>()
  function nameOf(at: string, kind: MediaKind): string {
    const known = media.get(at)
    if (known !== undefined) return known.file
    const file = `media/${media.size + 1}${posix.extname(at).toLowerCase()}`
    const size = source.files.get(at)!
    media.set(at, { file, at, kind, filename: posix.basename(at), size, read: () => source.read(at, mediaBytes[kind]) })
    return file
  }
  /** The name of an item's medium in a language; null for none that can be carried over. */
  function of(item: FoundItem, kind: 'image' | 'audio' | 'video', locale: string): string | null {
    const references = memberTexts(item.value, kind)
    // A medium without a language is for all of them.
    const reference = languages.in(references, locale) || (references.get('') ?? '')
    if (reference === '') return null
    const at = fileOf(source, item.at, reference)
    if (at !== undefined && kinds[kind].test(at)) return nameOf(at, kind)
    const code = isRemote(reference) ? 'remote_medium' : at === undefined ? 'missing_medium' : 'medium_type'
    lose(code, item.at, kind, reference)
    return null
  }
  return { media, of }
}
export type Media = ReturnType<typeof createMedia>
