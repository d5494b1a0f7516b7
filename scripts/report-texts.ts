import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const languages = ['es', 'en', 'pt', 'fr']
const prefixes = [
  'measure',
  'missing',
  'error',
  'reason',
  'heading',
  'index',
  'index_reason',
  'obstacle',
  'pitch_search',
  'pitch_group',
  'pitch_edge',
  'unreliable',
]

export const reportTextsFile = join(root, 'apps/server/src/clinical-reports/measure-texts.json')

/** The names of measures, reasons and headings, as the pages show them. The server prints them in reports. */
export function reportTexts(): string {
  const ofLanguage = languages.map((language) => {
    const file = join(root, 'apps/web/src/texts', language, 'analysis.json')
    const texts = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
    const needed = Object.entries(texts).filter(([key]) => prefixes.includes(key.split('__')[1]!))
    return [language, Object.fromEntries(needed.map(([key, text]) => [key.replace('analysis__', ''), text]))]
  })
  return `${JSON.stringify(Object.fromEntries(ofLanguage), null, 2)}\n`
}
