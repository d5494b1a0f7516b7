import type { ParticipantId } from '@fonema/contract'
import { screen } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { examiner, idOf } from '../../testing/people.ts'
import { show } from '../../testing/show.tsx'
import { pollEveryMs } from '../session/session-state.ts'
import { EvolutionCard } from './EvolutionCard.tsx'

const participantId = idOf<ParticipantId>(1)
const draw = (measuring: string[]) =>
  show(<EvolutionCard participantId={participantId} />, {
    user: examiner,
    areas: ['analysis'],
    answers: {
      'GET /protocols/responses/{participant_id}/evolution/': {
        body: { series: [], items: [], functions: [], indices: [], measuring },
      },
      'GET /user/participants/{participant_id}/': { body: { diagnose: null } },
      'GET /protocols/responses/{participant_id}/': { body: [] },
      'GET /surveys/responses/{participant_id}/': { body: [] },
      'GET /ai/populations/': { body: [] },
    },
  })

test('an evolution says how many sessions are still being measured', async () => {
  await draw([idOf(2), idOf(3)])
  expect(await screen.findByText(/Todavía se están midiendo 2 sesiones/)).toBeDefined()
})

test('an evolution of measured sessions says nothing of measuring', async () => {
  await draw([])
  expect(await screen.findByText(/La evolución aparece/)).toBeDefined()
  expect(screen.queryByText(/midiendo/)).toBeNull()
})

test('an evolution asks again until every session is measured, and not after that', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  const { answers, sent } = await draw([idOf(2)])
  await screen.findByText(/Todavía se está midiendo 1 sesión/)
  const asked = () => sent.filter(({ key }) => key.includes('/evolution/')).length
  const evolution = { series: [], items: [], functions: [], indices: [], measuring: [] }
  answers['GET /protocols/responses/{participant_id}/evolution/'] = { body: evolution }
  await vi.advanceTimersByTimeAsync(pollEveryMs)
  await vi.waitFor(() => expect(screen.queryByText(/midiendo/)).toBeNull(), 20_000)
  expect(asked()).toBe(2)
  await vi.advanceTimersByTimeAsync(3 * pollEveryMs)
  expect(asked()).toBe(2)
})
