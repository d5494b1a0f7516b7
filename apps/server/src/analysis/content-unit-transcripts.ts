import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type ContentUnit, findContentUnits, type UnitFinding } from '@fonema/speech'
import type { Catalogue } from '../content/catalogue.ts'

export type Part = 'dev' | 'held-out' | 'paraphrase'

/** A unit of a transcript: what is true by construction, null where people would not agree, and what the list found. */
type JudgedUnit = {
  unit: string
  number: number
  isSaid: boolean | null
  found: UnitFinding
}
type JudgedTranscript = { part: Part; list: string; said: string; units: JudgedUnit[] }

const mark = /\{(\d+)(\??)\}/g

/** The constructed transcripts of a language with what its lists find in them. */
export function judgeTranscripts(catalogue: Catalogue, language: string): JudgedTranscript[] {
  const file = path.join(import.meta.dirname, 'fixtures', `content-units.${language}.txt`)
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [part, list, marked] = line.split('|').map((field) => field.trim()) as [Part, string, string]
      return { part, list, ...judge(catalogue, language, list, marked) }
    })
}

function judge(catalogue: Catalogue, language: string, list: string, marked: string) {
  const truth = new Map<number, boolean | null>()
  for (const [, number, doubt] of marked.matchAll(mark)) truth.set(Number(number), doubt === '' ? true : null)
  const said = marked.replace(mark, '')
  const { rules, negation } = catalogue.contentUnitList(language, list)
  const asked = rules.map((one: ContentUnit) => ({ unit: one.unit, rules: one }))
  const found = findContentUnits(said.split(' '), asked, catalogue.wordLists(language), negation)
  const units = found.map((one, index) => {
    const isSaid = truth.get(index + 1)
    return { unit: one.unit, number: index + 1, isSaid: isSaid === undefined ? false : isSaid, found: one.found }
  })
  return { said, units }
}

export type Figures = {
  transcripts: number
  said: number
  precisionPct: number
  recallPct: number
  /** of the units that were said: found, or shown to the examiner as unsure */
  recallWithUnsurePct: number
  unsurePerTranscript: number
}

/** Precision and recall over all units about which people would agree. An unsure unit is not counted as found. */
export function figuresOf(transcripts: readonly JudgedTranscript[]): Figures {
  const all = transcripts.flatMap(({ units }) => units)
  const units = all.filter(({ isSaid }) => isSaid !== null)
  const found = units.filter((unit) => unit.found === 'said')
  const said = units.filter(({ isSaid }) => isSaid)
  const right = found.filter(({ isSaid }) => isSaid).length
  const unsure = all.filter((unit) => unit.found === 'unsure')
  const shown = said.filter((unit) => unit.found !== 'not_said').length
  return {
    transcripts: transcripts.length,
    said: said.length,
    precisionPct: (100 * right) / found.length,
    recallPct: (100 * right) / said.length,
    recallWithUnsurePct: (100 * shown) / said.length,
    unsurePerTranscript: unsure.length / transcripts.length,
  }
}
