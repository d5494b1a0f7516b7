import type { FeatureDisplay, ItemId, ItemResponse } from '@fonema/contract'
import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { idOf } from '../../testing/people.ts'
import { show } from '../../testing/show.tsx'
import { MeasureChangesNote } from './MeasureChangesNote.tsx'
import { useMeasureChanges } from './useMeasureChanges.ts'

const itemId = idOf<ItemId>(1)
const score = (name: string, unit: string | null, decimals: number) => ({ name, unit, decimals, offset: 0 })
const scores = [score('tokens', null, 0), score('words_per_min', '1/min', 2), score('ttr', null, 2)]
const display = {
  items: [
    {
      protocol_item_id: itemId,
      functions: [{ feature_extraction_func_id: idOf(5), heading: 'lexical', scores }],
    },
  ],
} as unknown as FeatureDisplay

const answerOf = (version: number, values: Record<string, number>, take = 1) =>
  ({
    take,
    protocol_item: { id: itemId, category: { name: 'reading' } },
    quality: null,
    feature_extraction_res: [
      {
        feature_extraction_func: { id: idOf(4), entry: 'transcript' },
        status: 'ready',
        scores: {},
        data: { transcript_version: version },
      },
      {
        feature_extraction_func: { id: idOf(5), entry: 'lexical' },
        status: 'ready',
        scores: values,
        missing: {},
        percentiles: {},
        intervals: {},
        data: {},
      },
    ],
  }) as unknown as ItemResponse

/** Shows the answers one after another, a click apart. */
async function showEach(...answers: ItemResponse[]) {
  function Page() {
    const [index, setIndex] = useState(0)
    const changes = useMeasureChanges(answers[index]!, display)
    return (
      <>
        <button type="button" onClick={() => setIndex(index + 1)}>
          next
        </button>
        {changes === null ? 'nothing' : <MeasureChangesNote {...changes} />}
      </>
    )
  }
  await show(<Page />, { areas: ['analysis'], answers: {} })
  await screen.findByText('nothing')
  return () => fireEvent.click(screen.getByText('next'))
}

test('a new version tells which measures it changed, from which value to which', async () => {
  const next = await showEach(
    answerOf(1, { tokens: 11, words_per_min: 80, ttr: 0.5 }),
    answerOf(2, { tokens: 12, ttr: 0.5 }),
    answerOf(3, { tokens: 12, ttr: 0.5 }),
  )
  next()
  screen.getByText('La versión 2 cambió estas medidas de palabras')
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Palabras dichas: antes 11 → , ahora 12',
    'Palabras por minuto: antes 80,00 → , ahora sin valor',
  ])
  next()
  screen.getByText('La versión 3 no cambió ninguna medida de palabras.')
})

test('another take is no change, and words that nothing was measured from neither', async () => {
  const next = await showEach(
    answerOf(1, { tokens: 11 }),
    answerOf(2, { tokens: 30 }, 2),
    answerOf(2, {}, 1),
    answerOf(3, { tokens: 5 }),
  )
  for (let i = 0; i < 3; i++) {
    next()
    screen.getByText('nothing')
  }
})
