import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type IdentifierKind, identifiersIn } from './identifiers.ts'
import { ordinary } from './ordinary.fixture.ts'

/** The hidden words of a sentence. */
const hiddenIn = (text: string, language: string) => {
  const words = text.split(' ')
  const found = new Set(
    identifiersIn(words, language).flatMap(({ from, to }) => words.slice(from, to).map((_, i) => from + i)),
  )
  return words.filter((_, i) => found.has(i)).join(' ')
}

const languages = ['es', 'en', 'pt', 'fr'] as const
type Language = (typeof languages)[number]
type Cases = Record<Language, readonly (readonly [before: string, hidden: string, after: string])[]>

const months: Record<Language, string> = {
  es: 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre',
  en: 'January February March April May June July August September October November December',
  pt: 'janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro',
  fr: 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre',
}
const dates: Record<Language, (month: string) => string[]> = {
  es: (month) => [
    `3 de ${month} de 1978`,
    `veintiuno de ${month}`,
    `treinta y uno de ${month} de mil novecientos cuarenta y cinco`,
    `12 ${month} 2001`,
    `${month} de 1950`,
  ],
  en: (month) => [
    `${month} 3rd, 1978`,
    `the 21st of ${month}`,
    `${month} fifth nineteen forty five`,
    `12 ${month} 2001`,
    `${month} 1950`,
  ],
  pt: (month) => [
    `3 de ${month} de 1978`,
    `vinte e um de ${month}`,
    `trinta e um de ${month} de mil novecentos e quarenta e cinco`,
    `12 ${month} 2001`,
    `${month} de 1950`,
  ],
  fr: (month) => [
    `3 ${month} 1978`,
    `vingt et un ${month}`,
    `1er ${month} mille neuf cent quarante-cinq`,
    `12 ${month} 2001`,
    `${month} 1950`,
  ],
}

/** Words that a date may begin with, and that say nothing. */
const withoutArticles = (text: string) => text.replace(/^(the|el|le|o) /, '').replace(/ (of|de) /g, ' ')

test.each(languages)('dates in figures and words, in every month: %s', (language) => {
  for (const month of months[language].split(' '))
    for (const date of dates[language](month)) {
      const hidden = hiddenIn(`ayer ${date} fuimos`, language)
      expect([date, withoutArticles(hidden)]).toEqual([date, withoutArticles(date).replace(/^21st/, '21st')])
    }
})

const common: readonly (readonly [string, string, string])[] = [
  ['x', '11/2/1978', 'y'],
  ['x', '1978-03-12', 'y'],
  ['x', '12.03.78', 'y'],
  ['x', '+54 11 4567-8901', 'y'],
  ['x', '(011) 4567-8901', 'y'],
  ['x', '099 123 456', 'y'],
  ['x', '06 12 34 56 78', 'y'],
  ['x', '32.456.789', 'y'],
  ['x', '12345678Z', 'y'],
  ['x', 'X1234567L', 'y'],
  ['x', '123.456.789-09', 'y'],
  ['x', '123-45-6789', 'y'],
  ['x', '12.345.678-5', 'y'],
  ['x', 'AB123456C', 'y'],
  ['x', '1 85 05 78 006 084 36', 'y'],
  ['x', 'ana.gomez@correo.com', 'y'],
  ['x', 'ANA@correo.com.uy,', 'y'],
  ['x', 'www.ejemplo.org', 'y'],
]

const cases: Cases = {
  es: [
    ['mi número es', 'cero nueve nueve uno dos tres cuatro cinco seis', ''],
    ['llámeme al', 'quince cuarenta y siete veintidós ochenta y uno', 'gracias'],
    ['mi teléfono es', '4567', 'nada más'],
    ['mi DNI es el', '32 456 789', 'sí'],
    ['la cédula', 'tres cuatro cinco seis', 'y ya'],
    ['mi correo es', 'ana punto gómez arroba correo punto com', 'gracias'],
    ['vivo en', 'calle San Martín 1234', 'con ella'],
    ['vivo en la', 'avenida 18 de Julio 1250', 'cerca'],
    ['vivo en', 'calle rivera treinta y dos', 'y ya'],
    ['en la', 'calle Corrientes', 'hay teatros'],
    ['me llamo', 'Ana Gómez', 'y vengo'],
    ['me llamo', 'ana', 'y vengo'],
    ['mi nombre es', 'Luis', 'gracias'],
    ['el señor', 'Pérez', 'vino'],
    ['la doctora', 'Ruiz', 'dijo'],
    ['nací en', '1945', 'en casa'],
    ['nací en', 'mil novecientos cuarenta y cinco', 'en casa'],
  ],
  en: [
    ['my number is', 'oh seven seven one two nine four five six', ''],
    ['call', '555 867 5309', 'please'],
    ['my phone is', '4567', 'thanks'],
    ['my passport number is', 'five three one two nine', 'ok'],
    ['write to', 'ann dot smith at mail dot com', 'please'],
    ['I live at', '12 Station Road', 'there'],
    ['I live at', '221 Baker Street', 'there'],
    ['on', 'Baker Street', 'there'],
    ['my name is', 'Ann Smith', 'and so'],
    ['my name is', 'ann', 'and so'],
    ['ask Mr.', 'Jones', 'about it'],
    ['and Mrs', 'Brown', 'came'],
    ['I was born in', '1945', 'there'],
    ['I was born in', 'nineteen forty five', 'there'],
    ['social security', '123 45 6789', 'yes'],
  ],
  pt: [
    ['meu número é', 'nove nove oito um dois sete quatro cinco meia', ''],
    ['ligue para', '11 98765 4321', 'obrigado'],
    ['meu telefone é', '4567', 'só'],
    ['meu CPF é', '123 456 789 09', 'sim'],
    ['meu e-mail é', 'ana ponto silva arroba correio ponto com', 'obrigada'],
    ['moro na', 'rua Augusta 1500', 'perto'],
    ['moro na', 'avenida Paulista', 'perto'],
    ['moro na', 'rua das flores número 12', 'perto'],
    ['me chamo', 'Ana Silva', 'e venho'],
    ['meu nome é', 'joão', 'e venho'],
    ['o senhor', 'Souza', 'veio'],
    ['a dona', 'Maria', 'veio'],
    ['nasci em', '1945', 'em casa'],
  ],
  fr: [
    ['mon numéro est le', 'zéro six douze trente-quatre cinquante-six soixante-dix-huit', ''],
    ['appelez le', '01 23 45 67 89', 'merci'],
    ['mon téléphone', '4567', 'voilà'],
    ['sécu', '1 85 05 78', 'voilà'],
    ['mon adresse est', 'anne point dupont arobase courriel point fr', 'merci'],
    ["j'habite", '12 rue Victor Hugo', 'là'],
    ["j'habite", 'rue Victor Hugo', 'là'],
    ['au', '15 avenue de la République', 'là'],
    ["je m'appelle", 'Anne Dupont', 'et je'],
    ["je m'appelle", 'anne', 'et je'],
    ['monsieur', 'Martin', 'est venu'],
    ['Madame', 'Petit', 'est venue'],
    ['je suis née en', '1945', 'là'],
  ],
}

test.each(languages)('numbers, addresses, e-mail and names: %s', (language) => {
  for (const [before, hidden, after] of [...cases[language], ...common]) {
    const text = [before, hidden, after].filter(Boolean).join(' ')
    expect([text, hiddenIn(text, language)]).toEqual([text, hidden])
  }
})

const kindsIn = (text: string, language: string): IdentifierKind[] =>
  identifiersIn(text.split(' '), language).map(({ kind }) => kind)

const tasks: Record<Language, string[]> = {
  es: [
    'uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece',
    'veinte diecinueve dieciocho diecisiete dieciséis quince',
    '100 93 86 79 72 65',
    'lunes martes miércoles jueves viernes',
    'enero febrero marzo abril mayo junio julio',
    'veintinueve treinta treinta y uno treinta y dos treinta y tres treinta y cuatro',
  ],
  en: [
    'one two three four five six seven eight nine ten eleven twelve',
    'twenty nineteen eighteen seventeen sixteen fifteen',
    '100 93 86 79 72 65',
    'Monday Tuesday Wednesday Thursday',
    'January February March April May June',
    'thirty one thirty two thirty three thirty four thirty five',
  ],
  pt: [
    'um dois três quatro cinco seis sete oito nove dez onze doze',
    'vinte dezenove dezoito dezessete dezesseis',
    '100 93 86 79 72 65',
    'segunda terça quarta quinta',
    'janeiro fevereiro março abril maio junho',
    'trinta e um trinta e dois trinta e três trinta e quatro',
  ],
  fr: [
    'un deux trois quatre cinq six sept huit neuf dix onze douze',
    'vingt dix-neuf dix-huit dix-sept seize quinze',
    '100 93 86 79 72 65',
    'lundi mardi mercredi jeudi',
    'janvier février mars avril mai juin',
    'trente et un trente-deux trente-trois trente-quatre',
  ],
}

test.each(languages)('counting and series are tasks, not numbers: %s', (language) => {
  for (const task of tasks[language]) expect([task, kindsIn(task, language)]).toEqual([task, []])
})

/** The texts that participants read. */
const readTexts = (language: Language): string[] => {
  const folder = join(import.meta.dirname, '../../../content/protocols')
  return readdirSync(folder)
    .filter((name) => name.includes(`.${language}-`))
    .flatMap((name) => [...readFileSync(join(folder, name), 'utf8').matchAll(/"reference_text": "([^"]+)"/g)])
    .map(([, text]) => text!)
}

test.each(languages)('ordinary sentences and the texts to read are left alone: %s', (language) => {
  const texts = [...ordinary[language], ...readTexts(language)]
  const wrong = texts.filter((text) => identifiersIn(text.split(/\s+/), language).length > 0)
  expect({ texts: texts.length, wrong }).toEqual({ texts: texts.length, wrong: [] })
  expect(texts.length).toBeGreaterThan(40)
})

test('in a language without patterns, those of all languages apply', () => {
  expect(hiddenIn('x 3 de março de 1978 y', 'gl')).toBe('3 de março de 1978')
  expect(hiddenIn('x 221 Baker Street y', 'de')).toBe('221 Baker Street')
})
