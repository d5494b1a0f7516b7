import { figuresOf, judgeTranscripts } from '../apps/server/src/analysis/content-unit-transcripts.ts'
import { contentFolder } from '../apps/server/src/app.ts'
import { openCatalogue } from '../apps/server/src/content/catalogue.ts'
import { readContent } from '../apps/server/src/content/files.ts'

// Precision and recall of the content units on the constructed transcripts. With "--errors dev": what was judged wrongly.

const catalogue = await openCatalogue(contentFolder, await readContent(contentFolder))
const at = process.argv.indexOf('--errors')
const errorsOf = at < 0 ? null : process.argv[at + 1]

console.info('language part       transcripts said precision recall recall+unsure unsure/transcript')
for (const language of ['es', 'en', 'pt', 'fr']) {
  const all = judgeTranscripts(catalogue, language)
  for (const part of ['dev', 'held-out', 'paraphrase'] as const) {
    const transcripts = all.filter((one) => one.part === part)
    const figures = figuresOf(transcripts)
    console.info(
      [
        language.padEnd(8),
        part.padEnd(10),
        String(figures.transcripts).padStart(11),
        String(figures.said).padStart(4),
        `${figures.precisionPct.toFixed(1)} %`.padStart(9),
        `${figures.recallPct.toFixed(1)} %`.padStart(6),
        `${figures.recallWithUnsurePct.toFixed(1)} %`.padStart(13),
        figures.unsurePerTranscript.toFixed(1).padStart(17),
      ].join(' '),
    )
    if (part !== errorsOf) continue
    for (const { said, units, list } of transcripts) {
      const wrong = units.filter(({ isSaid, found }) => isSaid !== null && isSaid !== (found === 'said'))
      const lines = wrong.map(({ number, unit, isSaid, found }) => `  ${number} ${unit}: ${isSaid} → ${found}`)
      if (lines.length > 0) console.info([`${list}: ${said}`, ...lines].join('\n'))
    }
  }
}
