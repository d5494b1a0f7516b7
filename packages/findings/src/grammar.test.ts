import { expect, test } from 'vitest'
import { known } from './known-sessions.ts'
import names from './measure-names.json' with { type: 'json' }
import { chanceText, type Language, sentence, unjudgedText } from './sentence.ts'
import { summarise } from './summarise.ts'
import { beyond, clearlyLow, kinds, measure, session, synthetic } from './test-sessions.ts'
import { phrases as en } from './texts/phrases.en.ts'
import { phrases as es } from './texts/phrases.es.ts'
import { phrases as fr } from './texts/phrases.fr.ts'
import { phrases as pt } from './texts/phrases.pt.ts'
import { measuresWithWording, wordings } from './wordings.ts'

const languages = ['es', 'en', 'pt', 'fr'] as const
const utc = { timeZone: 'UTC' }

const textsIn = (language: Language) =>
  known.flatMap(({ session }) => {
    const summary = summarise(session)
    return [
      ...summary.findings.flatMap((finding) => Object.values(sentence(finding, language, utc))),
      ...summary.unjudged.map((one) => unjudgedText(one, language)),
      chanceText(summary, language),
    ].filter((text) => text !== '')
  })

test.each(languages)('no sentence in %s has a placeholder, a hole or a doubled mark', (language) => {
  for (const text of textsIn(language)) {
    expect(text).not.toMatch(/undefined|null|NaN|\[object|[{}]|\s{2}|\.\.|,,| [.,]/)
    expect(text).toMatch(/^\S.*\S$/s)
  }
})

test.each(languages)('every wording in %s has two different sides that begin with a capital', (language) => {
  const phrases = { es, en, pt, fr }[language]
  for (const wording of wordings) {
    const { high, low } = phrases[wording]
    expect(high, wording).toMatch(/^\p{Lu}/u)
    expect(low, wording).toMatch(/^\p{Lu}/u)
    expect(high).not.toBe(low)
  }
  expect(new Set(wordings.flatMap((wording) => Object.values(phrases[wording]))).size).toBe(2 * wordings.length)
})

const adjectives: Partial<Record<Language, [RegExp, RegExp]>> = {
  // A feminine noun with a masculine adjective, and the reverse.
  es: [
    /\b(?:Voz|Habla|Vocal|Respuesta|Amplitud)\b.*\b(?:más|menos) \w+o\b/,
    /\b(?:Tono|Temblor|Espectro|Vocabulario)\b.*\b(?:más|menos) \w+a\b/,
  ],
  pt: [
    /\b(?:Voz|Fala|Vogal|Resposta|Amplitude)\b.*\b(?:mais|menos) \w+o\b/,
    /\b(?:Tom|Tremor|Espectro|Vocabulário)\b.*\b(?:mais|menos) \w+a\b/,
  ],
  fr: [
    /\b(?:Voix|Parole|Voyelle|Réponse|Hauteur|Amplitude)\b.*\b(?:plus|moins) (?:lent|long|court|grand|haut|bas|aigu|irrégulier|régulier)(?!\p{L})/u,
    /\b(?:Tremblement|Spectre|Vocabulaire)\b.*\b(?:plus|moins) (?:lente|longue|courte|étroite|variée)\b/,
  ],
}
const plurals: Record<Language, RegExp> = {
  es: /^(?:Sílabas|Palabras|Resonancias|Ciclos|Tonos|Grupos) (?:.* )?(?:más|menos) \w*[^s\W](?: |$)/,
  en: /\bLess (?:pauses|words|errors|breaks|syllables)\b|\bFewer (?:noise|time|energy)\b/,
  pt: /^(?:Sílabas|Palavras|Ressonâncias|Ciclos|Tons|Agrupamentos) (?:.* )?(?:mais|menos) \w*[^s\W](?: |$)/,
  fr: /^(?:Syllabes|Mots|Résonances|Cycles|Sons) (?:.* )?(?:plus|moins) \w*[^s\W](?: |$)/,
}

test.each(languages)('adjectives in %s agree with their nouns', (language) => {
  for (const text of Object.values({ es, en, pt, fr }[language]).flatMap(Object.values) as string[]) {
    for (const wrong of adjectives[language] ?? []) expect(text).not.toMatch(wrong)
    expect(text).not.toMatch(plurals[language])
  }
})

const slower = summarise(
  session({ measures: [measure(kinds.rate, 5, 3.1, { place: clearlyLow, change: beyond(3.8, 0.4) })] }),
).findings[0]!

test.each([
  [
    'es',
    'Habla más lenta que el 5 jul 2026',
    '3,10\u00a0síl/s (antes 3,80). El cambio supera el error de medida (±0,40). Percentil 2 (entre <1 y 6).',
  ],
  [
    'en',
    'Slower speech than on 5 Jul 2026',
    '3.10\u00a0syl/s (before: 3.80). The change exceeds the measurement error (±0.40). Percentile 2 (between <1 and 6).',
  ],
  [
    'pt',
    'Fala mais lenta do que em 5 de jul. de 2026',
    '3,10\u00a0síl/s (antes 3,80). A mudança supera o erro de medição (±0,40). Percentil 2 (entre <1 e 6).',
  ],
  [
    'fr',
    'Parole plus lente que le 5 juil. 2026',
    '3,10\u00a0syll/s (avant\u00a0: 3,80). Le changement dépasse l’erreur de mesure (±0,40). Percentile 2 (entre <1 et 6).',
  ],
] as const)('a change in %s has its numbers, its error and its source', (language, lead, detail) => {
  expect(sentence(slower, language, utc)).toMatchObject({ lead, detail })
  expect(sentence(slower, language, utc).source).toContain(names.articulation_rate_syl_per_s[language])
  expect(sentence(slower, language, utc).source).toContain('Norma de la clínica')
})

const chance = (measures: number, expected: number) => ({
  chance: { measures, expected, changes: 0, expected_changes: 0 },
})
test.each([
  ['es', 'De 1 medida comparada, una o ninguna queda', 'De 38 medidas comparadas, una o dos quedan', 'unas 4 quedan'],
  ['en', 'Of 1 measure compared, none or one lies', 'Of 38 measures compared, one or two lie', 'about 4 lie'],
  [
    'pt',
    'De 1 medida comparada, nenhuma ou uma fica',
    'De 38 medidas comparadas, uma ou duas ficam',
    'cerca de 4 ficam',
  ],
  ['fr', 'Sur 1 mesure comparée, une ou aucune est', 'Sur 38 mesures comparées, une ou deux sont', 'environ 4 sont'],
] as const)('the word about chance in %s agrees with its numbers', (language, one, some, more) => {
  expect(chanceText(chance(1, 0.05), language)).toContain(one)
  expect(chanceText(chance(38, 1.9), language)).toContain(some)
  expect(chanceText(chance(80, 4), language)).toContain(more)
})

test('invented data is marked in each finding, also below the name of its norm', () => {
  const place = { ...clearlyLow, norm: synthetic }
  const [finding] = summarise(session({ measures: [measure(kinds.hnr, 1, 9, { place })] })).findings
  expect(finding!.sign).toBe('caution')
  expect(sentence(finding!, 'en').lead).toContain('invented demonstration data')
  const { lead, source } = sentence(finding!, 'en', { knownNorm: synthetic.id })
  expect(lead).not.toContain('invented')
  expect(source).toMatch(/^Invented demonstration data · /)
  expect(source).not.toContain(synthetic.name)
})

test('a value is rounded by its measure, and never to zero', () => {
  const [finding] = summarise(session({ measures: [measure(kinds.hnr, 1, 0.0004, { place: clearlyLow })] })).findings
  expect(sentence(finding!, 'es').detail).toContain('0,0004')
  const [count] = summarise(session({ measures: [measure(kinds.fluency, 1, 7, { place: clearlyLow })] })).findings
  expect(sentence(count!, 'en').detail).toContain('7, percentile 2')
})

test('every measure with a wording has a name in every language', () => {
  for (const measure of measuresWithWording()) expect(names).toHaveProperty(measure)
})
