import type { ParticipantId, SessionId, SessionSummary } from '@fonema/contract'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { idOf } from '../testing/people.ts'
import { show } from '../testing/show.tsx'
import { useReadMark } from './useReadMark.ts'

const path = { participant_id: idOf<ParticipantId>(1), protocol_res_id: idOf<SessionId>(2) }
const read = 'POST /protocols/responses/{participant_id}/{protocol_res_id}/read/' as const

type Stage = SessionSummary['state'] | 'findings without an index'

function summaryOf(stage: Stage): SessionSummary {
  const isAwaited = stage === 'findings without an index'
  const unjudged = isAwaited ? [{ reason: 'pending', index: 'avqi' }] : []
  return { state: isAwaited ? 'findings' : stage, unjudged } as unknown as SessionSummary // only what the mark reads
}

function Page({ stages }: { stages: Stage[] }) {
  const [at, setAt] = useState(0)
  useReadMark(path, summaryOf(stages[at]!))
  return (
    <button type="button" onClick={() => setAt(at + 1)}>
      {stages[at]}
    </button>
  )
}
const open = (...stages: Stage[]) =>
  show(<Page stages={stages} />, { answers: { [read]: { status: 204, body: null } } })

test('results are marked as read once nothing is being measured any more, and only once', async () => {
  const { sent } = await open('measuring', 'findings', 'nothing')
  fireEvent.click(screen.getByRole('button', { name: 'measuring' }))
  await waitFor(() => expect(sent).toEqual([{ key: read, body: null }]))
  fireEvent.click(screen.getByRole('button', { name: 'findings' }))
  expect(sent).toHaveLength(1)
})

test('a session without results, or without its index, stays unread', async () => {
  const { sent } = await open('empty', 'findings without an index', 'measuring')
  fireEvent.click(screen.getByRole('button', { name: 'empty' }))
  fireEvent.click(await screen.findByRole('button', { name: 'findings without an index' }))
  await screen.findByRole('button', { name: 'measuring' })
  expect(sent).toEqual([])
})
