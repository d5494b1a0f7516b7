import { findDoubts } from '@fonema/speech'
import { expect, test } from 'vitest'
import { contentFolder } from '../app.ts'
import { openCatalogue } from './catalogue.ts'
import { readContent } from './files.ts'

const stretch = 20

test('the function words tell the four languages apart in the texts of the protocols', async () => {
  const content = await readContent(contentFolder)
  const catalogue = await openCatalogue(contentFolder, content)
  const languages = ['es', 'en', 'pt', 'fr']
  const functionWordsFor = (own: string) => ({
    own: catalogue.wordLists(own).stopWords,
    others: languages.filter((code) => code !== own).map((code) => catalogue.wordLists(code).stopWords),
  })
  for (const spoken of languages) {
    const words = content.protocols
      .filter(({ locale }) => locale.startsWith(spoken))
      .flatMap(({ items }) => items.flatMap(({ trigger, reference_text }) => [trigger, reference_text ?? '']))
      .flatMap((text) => text.replace(/<[^>]+>/g, ' ').match(/\p{L}+/gu) ?? [])
      .map((text) => ({ text, start: null, end: null }))
    const stretches = Array.from({ length: Math.floor(words.length / stretch) }, (_, index) =>
      words.slice(index * stretch, (index + 1) * stretch),
    )
    expect(stretches.length).toBeGreaterThan(20)
    for (const asked of languages) {
      const marked = stretches.filter((one) =>
        findDoubts(one, [{ start_s: 0, end_s: 60 }], functionWordsFor(asked)).includes('other_language'),
      )
      // Spanish and Portuguese share many words.
      if (asked === spoken) expect(marked, spoken).toEqual([])
      else expect(marked.length / stretches.length, `${spoken} in ${asked}`).toBeGreaterThan(0.8)
    }
  }
})
