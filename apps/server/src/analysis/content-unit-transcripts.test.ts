import { describe, expect, test } from 'vitest'
import { contentFolder } from '../app.ts'
import { openCatalogue } from '../content/catalogue.ts'
import { readContent } from '../content/files.ts'
import { figuresOf, judgeTranscripts } from './content-unit-transcripts.ts'

const catalogue = await openCatalogue(contentFolder, await readContent(contentFolder))

describe.each(['en', 'es', 'pt', 'fr'])('%s', (language) => {
  const all = judgeTranscripts(catalogue, language)
  const ofPart = (wanted: string) => all.filter(({ part }) => part === wanted)

  test('forty transcripts say every unit of every list at least twice, and half of them are held out', () => {
    expect([ofPart('dev').length, ofPart('held-out').length]).toEqual([20, 20])
    for (const list of ['park', 'kitchen', 'story']) {
      const units = all.filter((one) => one.list === list && one.part !== 'paraphrase').map((one) => one.units)
      const counts = units[0]!.map((_, index) => units.filter((one) => one[index]!.isSaid).length)
      expect(Math.min(...counts)).toBeGreaterThanOrEqual(2)
    }
  })

  test.each(['dev', 'held-out'])('precision and recall of the part %s', (part) => {
    const { precisionPct, recallPct, recallWithUnsurePct } = figuresOf(ofPart(part))
    expect(precisionPct).toBeGreaterThan(97)
    expect(recallPct).toBeGreaterThan(98)
    expect(recallWithUnsurePct).toBeGreaterThan(99)
  })

  // Rare words are missed; what is found is right. The examiner decides.
  test('paraphrases lower the recall, not the precision', () => {
    const { precisionPct, recallPct } = figuresOf(ofPart('paraphrase'))
    expect(precisionPct).toBeGreaterThanOrEqual(80)
    expect(recallPct).toBeLessThan(30)
  })
})
