import type { DraftItemTexts, MediaKind, MediumFile, ProtocolDraft } from '@fonema/contract'

/** A place of the content that names a file. */
export type MediumUse = { file: string; kind: MediaKind; path: string }

/** Every use of a medium, in the order of the content. */
export function mediaUses(content: ProtocolDraft): MediumUse[] {
  return content.blocks.flatMap((block, blockIndex) =>
    block.items.flatMap((item, itemIndex) =>
      Object.keys(item.texts).flatMap((locale) =>
        usesOf(item.texts[locale], `content.blocks.${blockIndex}.items.${itemIndex}.texts.${locale}`),
      ),
    ),
  )
}

function usesOf(texts: DraftItemTexts | undefined, path: string): MediumUse[] {
  if (texts === undefined) return []
  const { image, audio, video } = texts
  const subtitles = video?.subtitles ?? null
  return [
    ...(image === null ? [] : [{ file: image.file, kind: 'image' as const, path: `${path}.image.file` }]),
    ...(audio === null ? [] : [{ file: audio.file, kind: 'audio' as const, path: `${path}.audio.file` }]),
    ...(video === null ? [] : [{ file: video.file, kind: 'video' as const, path: `${path}.video.file` }]),
    ...(subtitles === null ? [] : [{ file: subtitles, kind: 'subtitles' as const, path: `${path}.video.subtitles` }]),
  ]
}

/** The content with other names of its files. */
export function withFiles(content: ProtocolDraft, rename: (file: MediumFile) => MediumFile): ProtocolDraft {
  const renamed = (texts: DraftItemTexts): DraftItemTexts => ({
    ...texts,
    image: texts.image && { ...texts.image, file: rename(texts.image.file) },
    audio: texts.audio && { ...texts.audio, file: rename(texts.audio.file) },
    video: texts.video && {
      ...texts.video,
      file: rename(texts.video.file),
      subtitles: texts.video.subtitles === null ? null : rename(texts.video.subtitles),
    },
  })
  return {
    ...content,
    blocks: content.blocks.map((block) => ({
      ...block,
      items: block.items.map((item) => ({
        ...item,
        texts: Object.fromEntries(
          Object.entries(item.texts).map(([locale, texts]) => [locale, texts === undefined ? texts : renamed(texts)]),
        ),
      })),
    })),
  }
}
