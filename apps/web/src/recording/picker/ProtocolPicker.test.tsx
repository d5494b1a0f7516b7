import type { Locale, Protocol } from '@fonema/contract'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { argentina, idOf } from '../../testing/people.ts'
import { show } from '../../testing/show.tsx'
import { ProtocolPicker } from './ProtocolPicker.tsx'

const british = { ...argentina, id: idOf<Locale['id']>(9), code: 'en-GB', lang: { ...argentina.lang, code: 'en' } }
const voice = {
  id: idOf<Protocol['id']>(4),
  name: 'Voz',
  description: 'Una vocal.',
  locale: argentina,
  item_count: 1,
  is_practice: false,
  licence: 'CC0',
  source: 'Ana',
  items: [],
}

const open = (locale: Locale['id']) =>
  show(<ProtocolPicker participantId="one" locale={locale} onChoose={() => {}} />, {
    areas: ['responses', 'analysis'],
    answers: {
      'GET /protocols/responses/{participant_id}/': { body: [] },
      'GET /protocols/last_recorded/': { body: [] },
      'GET /protocols/examiner/': { body: [voice] },
      'GET /cms/locales/': { body: [argentina, british] },
    },
  })

test('protocols that are all in another language are offered with a warning', async () => {
  await open(british.id)
  await screen.findByText(/^Ninguno de sus protocolos está en el idioma del participante: Inglés/)
  screen.getByRole('button', { name: 'Voz' })
})

test('protocols in the participant’s language are offered without one', async () => {
  await open(argentina.id)
  await screen.findByRole('button', { name: 'Voz' })
  expect(screen.queryByText(/^Ninguno de sus protocolos/)).toBeNull()
})
