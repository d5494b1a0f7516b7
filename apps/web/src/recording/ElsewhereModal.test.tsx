import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show } from '../testing/show.tsx'
import { ElsewhereModal } from './ElsewhereModal.tsx'

const draw = (isSeenByParticipant: boolean) =>
  show(
    <ElsewhereModal
      elsewhere={{ recorded_by: { first_name: 'Carla', last_name: 'Colega' }, since: '2026-11-25T10:00:00Z' }}
      isSeenByParticipant={isSeenByParticipant}
      isHeldBack={false}
      participantId="p"
      onTakeOver={() => {}}
    />,
    { areas: ['responses'], answers: {} },
  )

test('names the colleague who records the session elsewhere', async () => {
  await draw(false)
  expect((await screen.findByRole('dialog')).textContent).toContain('Carla Colega la tiene abierta')
})

test('names nobody where the participant can read it', async () => {
  await draw(true)
  const { textContent } = await screen.findByRole('dialog')
  expect(textContent).toContain('Solo se puede grabar en un lugar a la vez')
  expect(textContent).not.toContain('Carla')
})
