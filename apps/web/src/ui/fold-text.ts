const plainLetters = new Map<string, string>()

/** Lower case without accents, letter by letter, so that the places found are those of the text as it is written. */
export function fold(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII begins there
  if (/^[\x00-\x7f]*$/.test(text)) return text.toLowerCase()
  let folded = ''
  for (let i = 0; i < text.length; i++) {
    const letter = text.charAt(i)
    let plain = plainLetters.get(letter)
    if (plain === undefined) {
      plain = letter.normalize('NFD').charAt(0).toLowerCase().charAt(0)
      plainLetters.set(letter, plain)
    }
    folded += plain
  }
  return folded
}

/** Whether a text has another one in it, whatever the case and the accents of either. */
export const foldedIncludes = (text: string, part: string): boolean =>
  fold(text.normalize('NFC')).includes(fold(part.normalize('NFC').trim()))
