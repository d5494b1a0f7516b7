import type { ParticipantId, SessionId, SessionSummary } from '@fonema/contract'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { idOf } from '../testing/people.ts'
import { show } from '../testing/show.tsx'
import { useReadMark } from './useReadMark.ts'

const path = { participant_id: idOf<ParticipantId>(1), protocol_res_id: idOf<SessionId>(2) }
const read = 'POST /protocols/responses/{participant_id}/{protocol_res_id}/read/' as const

function Page({ states }: { states: SessionSummary['state'][] }) {
  const [at, setAt] = useState(0)
  useReadMark(path, { state: states[at] } as SessionSummary)
  return (
    <button type="button" onClick={() => setAt(at + 1)}>
      {states[at]}
    </button>
  )
}
const open = (...states: SessionSummary['state'][]) =>
  show(<Page states={states} />, { answers: { [read]: { status: 204, body: null } } })

test('results are marked as read once nothing is being measured any more, and only once', async () => {
  const { sent } = await open('measuring', 'findings', 'nothing')
  fireEvent.click(screen.getByRole('button', { name: 'measuring' }))
  await waitFor(() => expect(sent).toEqual([{ key: read, body: null }]))
  fireEvent.click(screen.getByRole('button', { name: 'findings' }))
  expect(sent).toHaveLength(1)
})

test('a session without results stays unread', async () => {
  const { sent } = await open('empty', 'measuring')
  fireEvent.click(screen.getByRole('button', { name: 'empty' }))
  await screen.findByRole('button', { name: 'measuring' })
  expect(sent).toEqual([])
})
