import type { Finding, ItemId, ProtocolResponse, SessionSummary as Summary, Unjudged } from '@fonema/contract'
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { idOf } from '../../testing/people.ts'
import { show } from '../../testing/show.tsx'
import { SessionSummary } from './SessionSummary.tsx'
import { emptySummary } from './testing.ts'

const item = idOf<ItemId>(1)
const norm = { id: idOf(9), name: 'Norma de la clínica', version: 3, kind: 'people' } as Summary['norm'] & object
const slow: Finding = {
  id: 'outside:jitter',
  kind: 'outside',
  sign: 'attention',
  item,
  item_title: 'Vocal /a/',
  also: [],
  is_careful: false,
  moment: null,
  template: 'jitter',
  side: 'high',
  related: [],
  measure: { entry: 'voice_quality', name: 'jitter_local_pct' },
  direction: 'lower_better',
  value: 1.23,
  unit: '%',
  decimals: 2,
  place: { percentile: 98, low: 94, high: 99.5, n: 112 },
  norm,
} as Finding
const summary: Summary = {
  ...emptySummary,
  items: [{ item, order: 1, title: 'Vocal /a/', sign: 'good', reasons: [], has_finding: false }],
}
const session = { id: summary.session, participant: idOf(3), responses: [] } as unknown as ProtocolResponse

const draw = (data: Summary | undefined, error: Error | null = null, refetch = vi.fn()) =>
  show(<SessionSummary session={session} items={[]} summary={{ data, error, refetch } as never} />, {
    areas: ['findings', 'responses', 'analysis'],
    answers: {},
  })
const shown = () => document.body.textContent!

test.each([
  ['nothing', 'Nada se destaca'],
  ['no_norm', 'Aún no hay una norma'],
  ['unjudged', 'No se pudo evaluar ninguna medida'],
  ['all_failed', 'El análisis falló en todos los ítems'],
  ['empty', 'Todavía no hay nada que evaluar'],
  ['measuring', 'Todavía se está calculando el índice'],
] as const)('a summary that is %s says so, and has no finding', async (state, sentence) => {
  await draw({ ...summary, state })
  expect(screen.getByRole('status').textContent).toContain(sentence)
  expect(screen.queryByRole('link')).toBeNull()
})

test('lists the items that are still being measured', async () => {
  const items = [{ ...summary.items[0]!, sign: 'pending' as const }]
  await draw({ ...summary, state: 'measuring', items })
  expect(screen.getByRole('status').textContent).toContain('Todavía se está midiendo: Vocal /a/')
})

test('an index that is still to come is named: below findings, and once where it is all that is awaited', async () => {
  const avqi: Unjudged = { item: null, item_title: null, reason: 'pending', details: [], index: 'avqi', measures: null }
  await draw({ ...summary, state: 'findings', findings: [slow], unjudged: [avqi] })
  expect(screen.getByRole('region', { name: 'No se pudo evaluar' }).textContent).toContain(
    'AVQI: todavía se está midiendo.',
  )
  document.body.replaceChildren()
  await draw({ ...summary, state: 'measuring', unjudged: [avqi] })
  expect(screen.queryByRole('region', { name: 'No se pudo evaluar' })).toBeNull()
})

test('shows that the summary is loading; a failure can be retried', async () => {
  await draw(undefined)
  expect(screen.getByRole('status').textContent).toBe('')
  const refetch = vi.fn()
  document.body.replaceChildren()
  await draw(undefined, new Error('unreachable'), refetch)
  fireEvent.click(screen.getByRole('button'))
  expect(refetch).toHaveBeenCalledOnce()
})

test('a finding has its sentence, its source and the norm; its link opens the measure', async () => {
  await draw({ ...summary, state: 'findings', findings: [slow], norm, compared: { n: 112, is_matched: true } })
  const link = screen.getByRole('link')
  expect(link.getAttribute('href')).toBe('/?item=1&measure=jitter_local_pct')
  expect(shown()).toContain('1,23')
  expect(shown()).toContain('Norma de la clínica')
  expect(shown()).not.toContain('inventados')
  // Without a recording there is nothing to play.
  expect(screen.queryByRole('button')).toBeNull()
})

test('a finding with a moment links to it, too', async () => {
  const findings = [{ ...slow, moment: { start: 1.2, end: 3.4 } }]
  await draw({ ...summary, state: 'findings', findings })
  expect(screen.getByRole('link').getAttribute('href')).toBe('/?item=1&from=1.20&to=3.40&measure=jitter_local_pct')
})

test('an invented norm is marked beside the norm and in each sentence', async () => {
  const invented = { ...norm, kind: 'synthetic' as const }
  const findings = [{ ...slow, norm: invented } as Finding]
  await draw({ ...summary, state: 'findings', findings, norm: invented, compared: { n: 21, is_matched: false } })
  expect(shown().match(/Datos de demostración inventados/g)).toHaveLength(2)
})

test('shows two lines about what could not be judged, and folds the rest', async () => {
  const unjudged = [1, 2, 3].map(
    (n): Unjudged => ({
      item,
      item_title: `Ítem ${n}`,
      reason: 'poor_quality',
      details: ['noisy'],
      index: null,
      measures: null,
    }),
  )
  await draw({ ...summary, state: 'unjudged', unjudged })
  const part = screen.getByRole('region', { name: 'No se pudo evaluar' })
  expect(within(part).getAllByRole('listitem').length).toBeGreaterThanOrEqual(2)
  expect(
    within(part)
      .getByText(/^1 más/)
      .closest('details')!.open,
  ).toBe(false)
  expect(part.textContent).toContain('Ítem 1')
})
