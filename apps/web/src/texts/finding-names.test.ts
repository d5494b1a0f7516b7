import names from '@fonema/findings/measure-names.json' with { type: 'json' }
import { expect, test } from 'vitest'
import en from './en/analysis.json' with { type: 'json' }
import es from './es/analysis.json' with { type: 'json' }
import fr from './fr/analysis.json' with { type: 'json' }
import pt from './pt/analysis.json' with { type: 'json' }

test('sentences and tables name a measure alike, in every language', () => {
  const texts: Record<string, Record<string, string>> = { es, en, pt, fr }
  for (const [name, languages] of Object.entries(names))
    for (const [language, text] of Object.entries(languages))
      expect([language, text]).toEqual([language, texts[language]![`analysis__measure__${name}`]])
})
