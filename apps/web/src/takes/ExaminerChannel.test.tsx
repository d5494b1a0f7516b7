import type { ExaminerChannel as Value } from '@fonema/contract'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show } from '../testing/show.tsx'
import { ExaminerChannel } from './ExaminerChannel.tsx'

const showNote = (value: Value | null) => show(<ExaminerChannel value={value} />, { areas: ['analysis'], answers: {} })

test.each([
  ['silent', /no captó sonido: no permite saber quién habla/],
  ['same', /capta lo mismo que el del participante: no permite saber quién habla/],
  ['not_heard', /el evaluador no habla/],
  ['unused', /no cambia las medidas/],
] as const)('a second microphone that is %s is explained', async (value, text) => {
  await showNote(value)
  screen.getByText(text)
})

test.each(['heard', 'unread', null] as const)('a second microphone that is %s needs no note', async (value) => {
  await showNote(value)
  expect(screen.queryByText(/micrófono/)).toBeNull()
})
