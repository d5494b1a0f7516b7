import { expect, test } from 'vitest'
import { known } from './known-sessions.ts'
import { chanceText, sentence, unjudgedText } from './sentence.ts'
import { summarise } from './summarise.ts'

const utc = { timeZone: 'UTC' }

test('there are 69 sessions of known truth', () => {
  expect(known).toHaveLength(69)
})

test.each(known)('$what', ({ session, says, not = [], state, unjudged = [] }) => {
  const summary = summarise(session)
  const sentences = summary.findings.map((finding) => sentence(finding, 'es', utc))
  expect(sentences.map(({ lead }, i) => lead.slice(0, says[i]?.length ?? 999))).toEqual(says)
  if (state !== undefined) expect(summary.state).toBe(state)
  const others = summary.unjudged.map((one) => unjudgedText(one, 'es'))
  for (const text of unjudged) expect(others).toContain(text)
  const all = [...sentences.flatMap((one) => Object.values(one)), ...others].join('\n')
  for (const text of not) expect(all).not.toContain(text)
  expect(chanceText(summary, 'es')).toContain('No es un diagnóstico.')
  // The same session gives the same answer.
  expect(summarise(structuredClone(session))).toEqual(summary)
})
