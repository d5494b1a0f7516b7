import type { ItemKind, KindReason } from '@fonema/contract'

export type Guess = { kind: ItemKind; reason: KindReason; sign: string }

/** Names of tasks that record no speech. No kind of ours measures them. */
const noSpeech = /(?:cough|respirat|breath|glide|whistl|laugh|sniff|throat)\w*/i
/** In an instruction, where a breath is often the preparation of something else. */
const noSpeechAsked = /\b(?:cough|glide|inhale|exhale)\b/i

/** Words of names in the order in which they decide. */
const names: readonly [RegExp, ItemKind][] = [
  [/phonation|vowel|vocal sostenida|vogal|voyelle/i, 'sustained_vowel'],
  [/diadochokine\w*|diadococ\w*|\bddk\b|pataka|syllab\w*|s[ií]labas?/i, 'diadochokinesis'],
  [/fluency|fluencia|fluidez|fluência/i, 'fluency'],
  [/picture|imagen|imagem|image/i, 'picture_description'],
  [/recall|retell\w*/i, 'retelling'],
  [/passage|reading|lectura|leitura|lecture/i, 'reading'],
  [/naming|denominación/i, 'naming'],
  [/counting|contar/i, 'counting'],
  [/sentence|frase|phrase/i, 'sentence'],
  [/conversation|interview|entrevista/i, 'conversation'],
  [/free speech|open response|spontaneous|habla libre|monolog\w*/i, 'free_speech'],
]

const inputTypes: Readonly<Record<string, ItemKind>> = {
  audioPassageRecord: 'reading',
  audioImageRecord: 'picture_description',
}

type Signs = { inputType: string; hasPicture: boolean; names: readonly string[]; question: string }

/** A kind to propose for an item: ReproSchema has none. A person confirms it. */
export function guessKind({ inputType, hasPicture, names: named, question }: Signs): Guess {
  const words = named.map((name) => name.replace(/[_-]+/g, ' '))
  const quiet = words.map((name) => noSpeech.exec(name)).find((match) => match !== null)
  const asked = noSpeechAsked.exec(question)
  const sign = quiet?.[0] ?? asked?.[0]
  if (sign !== undefined) return { kind: 'free_speech', reason: 'not_speech', sign: sign.toLowerCase() }
  const ofType = inputTypes[inputType]
  if (ofType !== undefined) return { kind: ofType, reason: 'input_type', sign: inputType }
  if (hasPicture) return { kind: 'picture_description', reason: 'picture', sign: '' }
  for (const name of words)
    for (const [pattern, kind] of names) {
      const match = pattern.exec(name)
      if (match !== null) return { kind, reason: 'words', sign: match[0].toLowerCase() }
    }
  return { kind: 'free_speech', reason: 'no_sign', sign: '' }
}
