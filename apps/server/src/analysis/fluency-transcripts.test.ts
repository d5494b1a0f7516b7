import { readFileSync } from 'node:fs'
import path from 'node:path'
import { measureFluency } from '@fonema/speech'
import { describe, expect, test } from 'vitest'
import { contentFolder } from '../app.ts'
import { openCatalogue } from '../content/catalogue.ts'
import { readContent } from '../content/files.ts'

// Transcripts scored by hand, by the rules of decision 0244, before they were scored here.

const catalogue = await openCatalogue(contentFolder, await readContent(contentFolder))

const linesOf = (language: string) =>
  readFileSync(path.join(import.meta.dirname, 'fixtures', `fluency.${language}.txt`), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('|').map((part) => part.trim()))

describe.each(['en', 'es', 'pt', 'fr'])('%s', (language) => {
  const lists = catalogue.wordLists(language)
  const rules = catalogue.fluencyRules(language)!
  const category = catalogue.category(language, 'animals')!
  const lines = linesOf(language)

  test('forty transcripts are scored by hand', () => expect(lines).toHaveLength(40))

  test.each(lines)('%s: %s', (task, said, score, undecided) => {
    const asked =
      task === 'animals' ? { kind: 'category' as const, category } : { kind: 'letter' as const, letters: [task!] }
    const words = said!.split(' ').map((text) => ({ text, startS: null, endS: null }))
    const { scores, answers } = measureFluency(words, asked, lists, rules, 60)
    const waiting = answers.flatMap(({ word, asked }) =>
      asked === null ? [] : [asked.beside === '' ? word : `${word} < ${asked.beside}`],
    )
    const { valid_unique_words, repetitions, intrusions } = scores
    expect([`${valid_unique_words} ${repetitions} ${intrusions}`, [...new Set(waiting)].join(', ')]).toEqual([
      score,
      undecided,
    ])
  })

  test('the list has at least 1,000 animals, each found by every name that it has', () => {
    expect(category.groups.size).toBeGreaterThanOrEqual(1000)
    for (const name of category.groups.keys()) {
      const words = name.split(' ').map((text) => ({ text, startS: null, endS: null }))
      const { answers } = measureFluency(words, { kind: 'category', category }, lists, rules, 60)
      expect(answers.map((answer) => `${answer.name} ${answer.outcome}`)).toEqual([`${name} valid`])
    }
  })
})
