import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { argentina, examiner, idOf } from '../testing/people.ts'
import { show } from '../testing/show.tsx'
import { HelpPage } from './HelpPage.tsx'

const protocol = {
  id: idOf(7),
  name: 'Voz',
  description: 'Vocales y sílabas',
  locale: argentina,
  items: [{ id: idOf(8), title: 'Vocal sostenida' }],
}
const showPage = () =>
  show(<HelpPage Measures={({ search }) => <p>{`Medidas con «${search}»`}</p>} />, {
    user: examiner,
    areas: ['help', 'participant_screen', 'responses'],
    answers: { 'GET /protocols/examiner/': { body: [protocol] } },
  })
const summaries = () => [...document.querySelectorAll('summary')].map(({ textContent }) => textContent)

test('one search covers what to do, protocols and measures, without accents and case', async () => {
  await showPage()
  await screen.findByText('Voz · Español (Argentina)')
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'CONEXION' } })
  expect(summaries()).toEqual(['Si se corta la conexión'])
  screen.getByText('Medidas con «CONEXION»')
  screen.getByText('Nada coincide con la búsqueda. Pruebe con otra palabra.')
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'silabas' } })
  expect(summaries()).toEqual(['Voz · Español (Argentina)'])
})

test('the keys are listed by the place where they act', async () => {
  await showPage()
  await screen.findByText('Al grabar')
  expect(document.querySelectorAll('kbd').length).toBeGreaterThan(15)
})
