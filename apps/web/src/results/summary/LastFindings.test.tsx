import type { Unjudged } from '@fonema/contract'
import { screen } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { idOf } from '../../testing/people.ts'
import { show } from '../../testing/show.tsx'
import { LastFindings, type LastSession, pollEveryMs } from './LastFindings.tsx'
import { emptySummary } from './testing.ts'

const session = {
  id: idOf(2),
  participant: idOf(3),
  date_created: '2026-11-02T10:00:00Z',
  protocol: { name: 'Voz' },
} as LastSession
const pending: Unjudged = {
  item: null,
  item_title: null,
  index: 'avqi',
  reason: 'pending',
  details: [],
  measures: null,
}
const summaryOf = (unjudged: Unjudged[]) => ({ ...emptySummary, session: session.id, unjudged })

test("a participant's page asks for an index until it is there, and not after that", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  const summary = 'GET /protocols/responses/{participant_id}/{protocol_res_id}/summary/'
  const { answers, sent } = await show(<LastFindings session={session} />, {
    areas: ['findings', 'responses', 'analysis'],
    answers: { [summary]: { body: summaryOf([pending]) } },
  })
  await screen.findByText(/AVQI/)
  answers[summary] = { body: summaryOf([]) }
  await vi.advanceTimersByTimeAsync(pollEveryMs)
  await vi.waitFor(() => expect(screen.queryByText(/AVQI/)).toBeNull(), 20_000)
  expect(sent).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(3 * pollEveryMs)
  expect(sent).toHaveLength(2)
})
