import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show } from '../../testing/show.tsx'
import { createReadable } from '../../ui/readable.ts'
import { TimeSign } from './TimeSign.tsx'

const draw = (status: string, { elapsedSeconds = 0, goingSeconds = 0, isAtLimit = false }) => {
  const meter = createReadable({ level: 0, levels: [], elapsedSeconds })
  const flow = { recorder: { meter }, recording: { status }, goingSeconds, isAtLimit } as unknown as Parameters<
    typeof TimeSign
  >[0]['flow']
  return show(<TimeSign flow={flow} item={{ max_duration: 30 }} />, {
    areas: ['participant_screen'],
    answers: {},
  }).then(() => (seconds: number) => act(() => meter.set({ level: 0, levels: [], elapsedSeconds: seconds })))
}
const sign = () => screen.getByRole('status').textContent

test('near the maximum of a running take there is a sign without seconds', async () => {
  const runTo = await draw('recording', { elapsedSeconds: 24 })
  expect(sign()).toBe('')
  runTo(25.5)
  expect(sign()).toBe('Queda poco tiempo para este ítem')
})

test('what an interrupted take already has counts towards the maximum', async () => {
  await draw('recording', { elapsedSeconds: 10, goingSeconds: 16 })
  expect(sign()).toBe('Queda poco tiempo para este ítem')
})

test('after the maximum the sign says that it ended the take', async () => {
  await draw('ready', { isAtLimit: true })
  expect(sign()).toBe('La grabación terminó al alcanzar el tiempo máximo')
})

test('a take that was stopped has no sign', async () => {
  await draw('ready', {})
  expect(sign()).toBe('')
})
