import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show } from '../../testing/show.tsx'
import { TakeVerdict } from './TakeVerdict.tsx'

test('another voice is named with its seconds, and with what to do', async () => {
  const judgement = { verdict: 'fair' as const, reasons: ['other_voice' as const], marks: [], levels: null }
  await show(<TakeVerdict judgement={{ ...judgement, otherVoiceS: 1.24 }} />, {
    areas: ['analysis', 'responses'],
    answers: {},
  })
  const sentence = await screen.findByText(/parece oírse otra voz/)
  expect(sentence.textContent).toContain('Dura unos 1,2 s. Pida silencio a las demás personas')
})
