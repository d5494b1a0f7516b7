import { InvalidFields } from '../../platform/http/errors.ts'

const time = /^(?:\d{2,}:)?[0-5]\d:[0-5]\d\.\d{3}$/

/**
 * Reads a WebVTT file and writes its cues again: times and plain text. Styles, regions, notes, settings and tags go.
 *
 * @throws {InvalidFields} `unreadable` for anything but WebVTT with at least one cue
 */
export function rewriteSubtitles(bytes: Buffer): Buffer {
  const refuse = () => new InvalidFields({ file: ['unreadable'] })
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw refuse()
  }
  const blocks = text.replace(/\r\n?/g, '\n').split(/\n{2,}/)
  if (!/^WEBVTT(?:[ \t\n]|$)/.test(blocks[0]!)) throw refuse()
  const cues = blocks.slice(1).flatMap((block) => {
    const lines = block.split('\n')
    const at = lines.findIndex((line) => line.includes('-->'))
    if (at < 0 || at > 1) return []
    const [start = '', , end = ''] = lines[at]!.trim().split(/\s+/)
    if (!time.test(start) || !time.test(end)) throw refuse()
    const words = lines
      .slice(at + 1)
      .map((line) =>
        line
          .replace(/<[^>]*>/g, '')
          .replace(/[<>\p{Cc}]/gu, '')
          .trim(),
      )
      .filter((line) => line !== '')
    return words.length === 0 ? [] : [`${start} --> ${end}\n${words.join('\n')}`]
  })
  if (cues.length === 0) throw refuse()
  return Buffer.from(`WEBVTT\n\n${cues.join('\n\n')}\n`)
}
