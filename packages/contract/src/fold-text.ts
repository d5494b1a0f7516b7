const plainLetters = new Map<string, string>()

/** Lower case without accents, letter by letter, so that match positions are valid in the original text. */
export function fold(text: string): string {
  if (/^\p{ASCII}*$/u.test(text)) return text.toLowerCase()
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

/** Whether a text contains another, ignoring case and accents. */
export const foldedIncludes = (text: string, part: string): boolean =>
  fold(text.normalize('NFC')).includes(fold(part.normalize('NFC').trim()))
