/** How a language is heard, roughly, from its spelling. From `content/fluency`. */
export type Sounds = {
  /** Applied in order; afterwards one letter is about one sound, and accents only mark the stress. */
  readonly rules: readonly (readonly [pattern: RegExp, sounds: string])[]
  /** From where two words that rhyme are equal: their stressed vowel, their last vowel, or that before it. */
  readonly rhyme: 'stressed' | 'last' | 'last_two'
}

const vowels = /[aeiouáéíóúâêôàãõAEIOUWY]+/g
const stressMarks = /[áéíóúâêôAO]/

/**
 * What makes two neighbouring answers of a letter task one cluster: the same two first letters, a rhyme, first and last
 * sounds with only a vowel between that differs, or the same sound. Two words in one group share one of these.
 *
 * @see Troyer, Moscovitch & Winocur 1997, Neuropsychology 11, 138–146
 */
export function phonemicGroups(word: string, sounds: Sounds): Set<string> {
  const letters = plain(word.toLowerCase()).replace(/[^a-z]/g, '')
  const heard = heardOf(word, sounds)
  const groups = new Set<string>()
  if (letters.length >= 2) groups.add(`begins ${letters.slice(0, 2)}`)
  if (heard === '') return groups
  groups.add(`sounds ${plain(heard)}`)
  const places = [...heard.matchAll(vowels)]
  for (const { index, 0: run } of places) {
    const around = [heard.slice(0, index), heard.slice(index + run.length)]
    // A vowel at either end is itself the first or last sound.
    if (around[0] !== '' && around[1] !== '') groups.add(`differs ${plain(around.join('*'))}`)
  }
  const start = rhymeStart(heard, places, sounds.rhyme)
  if (start !== undefined) groups.add(`rhymes ${plain(heard.slice(start))}`)
  return groups
}

const heardOf = (word: string, { rules }: Sounds): string =>
  rules
    .reduce((text, [pattern, to]) => text.replace(pattern, to), word.toLowerCase().normalize('NFC'))
    .replace(/[^\p{L}]/gu, '')

/** The sounds of capitals differ from those of small letters, so only accents go. */
const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '')

function rhymeStart(heard: string, places: readonly RegExpExecArray[], rhyme: Sounds['rhyme']): number | undefined {
  const last = places.at(-1)
  const before = places.at(-2)
  if (rhyme === 'last' || before === undefined) return last?.index
  if (rhyme === 'last_two') return before.index
  const marked = heard.search(stressMarks)
  if (marked !== -1) return marked
  // Without a mark, words that end in a vowel, n, s or m are stressed on the last but one.
  const stressed = /[aeo][nsm]?$/.test(heard) ? before : last!
  // "puente" rhymes with "gente": a rhyme begins with the open vowel of a diphthong.
  return stressed.index + Math.max(0, stressed[0].search(/[aeo]/))
}
