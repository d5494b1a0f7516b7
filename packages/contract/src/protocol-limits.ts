// Limits of an organisation's own protocols. Imports no schema: the web loads this file alone.

export const longestProtocolKey = 60

/** The tags of an instruction, without attributes. */
export const instructionTags = ['p', 'strong', 'em', 'ul', 'li', 'br', 'h3'] as const

/** The kinds of items that the studio offers, which are the categories of `item-categories.json`. */
export const itemKinds = [
  'sustained_vowel',
  'diadochokinesis',
  'reading',
  'sentence',
  'counting',
  'picture_description',
  'retelling',
  'naming',
  'fluency',
  'conversation',
  'free_speech',
] as const
export type ItemKind = (typeof itemKinds)[number]

export const mediaKinds = ['image', 'audio', 'video', 'subtitles'] as const
export type MediaKind = (typeof mediaKinds)[number]

/** Bytes of an upload by its kind. */
export const mediaBytes: Readonly<Record<MediaKind, number>> = {
  image: 5_000_000,
  audio: 20_000_000,
  video: 100_000_000,
  subtitles: 200_000,
}

export const mostBlocks = 20
/** Of a session, with the repeats. */
export const mostItems = 100
export const mostRepeats = 10
export const longestInstruction = 10_000
export const longestReference = 10_000
export const mostUnits = 100
/** Seconds. */
export const longestItem = 3600

/** The first thing in a piece of HTML that is not a plain, properly nested tag without attributes. */
export function htmlProblem(html: string, allowed: readonly string[]): string | undefined {
  const open: string[] = []
  for (const [whole, end, name] of html.matchAll(/<(\/?)([a-z0-9]+)>|[<>]/g)) {
    if (name === undefined || !allowed.includes(name)) {
      return `only the tags ${allowed.join(', ')} without attributes, not "${whole}"`
    }
    if (name === 'br') continue
    if (end === '') open.push(name)
    else if (open.pop() !== name) return `"${whole}" closes what is not open`
  }
  return open.length > 0 ? `<${open.at(-1)}> is not closed` : undefined
}
