import type { ProtocolResponse, SessionId } from '@fonema/contract'
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { examiner } from '../../testing/people.ts'
import { show } from '../../testing/show.tsx'
import { errorOf, lineOf, pointAt } from '../evolution/testing.ts'
import { ComparedItem } from './ComparedItem.tsx'
import { compareSessions } from './compare.ts'

const ids = ['s0', 's1'] as SessionId[] as [SessionId, SessionId]
const session = (date: string) => ({ id: 's', participant: 'x', date_created: date }) as unknown as ProtocolResponse
const line = (score: string, first: number, last: number, changes: object = {}) =>
  lineOf(score, [pointAt(0, first), pointAt(1, last, changes)])

async function draw(lines: ReturnType<typeof lineOf>[], mdc95: number | null, isOpen = true) {
  const [compared] = compareSessions(lines, ids, () => errorOf(mdc95))
  const side = (date: string) => ({ session: session(date), answer: undefined })
  await show(
    <ComparedItem
      compared={compared!}
      isOpen={isOpen}
      left={side('2026-01-01T12:00:00Z')}
      right={side('2026-02-01T12:00:00Z')}
    />,
    { user: examiner, areas: ['analysis'], answers: {} },
  )
}
const said = () => document.body.textContent?.replaceAll('\u00a0', ' ') ?? ''
const rowOf = (name: RegExp) => screen.getByRole('row', { name, hidden: true })

test('a change shows both values, the difference and its error; the rest is folded', async () => {
  await draw([line('jitter_local_pct', 3, 1), line('jitter_rap_pct', 1, 1.1)], 0.5)
  expect(said()).toContain('Medidas que cambiaron: 1')
  const row = within(rowOf(/^Jitter local/))
  expect(row.getByText('3,00 %')).toBeDefined()
  expect(row.getByText('1,00 %')).toBeDefined()
  expect(row.getByText('−2,00 %')).toBeDefined()
  expect(row.getByText('más allá del error de medida (más de 0,50 %)')).toBeDefined()
  expect(screen.getByText('Otras medidas (1)').closest('details')!.open).toBe(false)
  expect(rowOf(/RAP/i).dataset.verdict).toBe('within')
})

test('an item without changes is folded and marked; opened, it shows its values', async () => {
  await draw([line('jitter_local_pct', 3, 3)], 0.5, false)
  expect(said()).toContain('Nada supera el error de medida')
  expect(screen.queryByRole('row', { hidden: true })).toBeNull()
  fireEvent.click(screen.getByText('1. Vocal'))
  expect((await screen.findAllByRole('row', { hidden: true })).length).toBe(2)
})

test('the indices of the session are open, also those that did not change', async () => {
  await draw([{ ...line('avqi', 3, 3.1), item: '' }], 0.5, false)
  expect(screen.getByText('Índices de la sesión').closest('details')!.open).toBe(true)
  expect(rowOf(/AVQI/).parentElement!.closest('details')).toBe(document.querySelector('details'))
})

test('an unknown error and another microphone are no verdict, and are said', async () => {
  await draw([line('jitter_local_pct', 3, 9)], null)
  expect(said()).toContain('Error de medida desconocido')
  expect(rowOf(/^Jitter local/).textContent).toContain('error de medida aún desconocido')
})

test('sessions on two microphones cannot be compared, however large the difference', async () => {
  await draw([line('jitter_local_pct', 3, 9, { device: 'Headset' })], 0.5)
  expect(said()).toContain('No comparable')
  expect(rowOf(/^Jitter local/).textContent).toContain('no comparable: otro micrófono')
})

test('a level and the quality of a recording are shown, and never read as beyond the error', async () => {
  const quality = { ...line('snr_db', 1, 99), domain: 'recording' as const }
  await draw([line('rms_dbfs', -40, -1), quality], 0.5)
  expect(said()).toContain('No se evalúa')
  expect(said()).not.toContain('más allá')
  const rows = [...document.querySelectorAll('[data-verdict]')]
  expect(rows.map((row) => row.getAttribute('data-verdict'))).toEqual(['not_judged', 'not_judged'])
  expect(document.querySelector('[data-verdict] svg')).toBeNull()
})
