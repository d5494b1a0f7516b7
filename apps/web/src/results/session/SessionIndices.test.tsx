import type { CutOff, ProtocolResponse, SessionIndex } from '@fonema/contract'
import { indexDescriptions } from '@fonema/speech/measures'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { idOf } from '../../testing/people.ts'
import { show } from '../../testing/show.tsx'
import { SessionIndices } from './SessionIndices.tsx'

const items = ['Contar del 1 al 20', 'Vocal /a/ sostenida'].map((title, index) => ({ id: idOf(index + 1), title }))
const index = {
  name: 'avqi',
  version: '03.01',
  status: 'ready',
  reason: null,
  doubts: [],
  scores: {
    avqi: 2.345,
    cpps: 13.1,
    hnr: 18.2,
    shimmer_pct: 4.9,
    shimmer_db: 0.5,
    slope: -21,
    tilt: -10.9,
    voiced_s: 3.3,
  },
  sample_rate: 48_000,
  speech_item: idOf(1),
  vowel_item: idOf(2),
  vowel: null,
  vowel_items: null,
  syllables: 44,
  cut_off: null,
} as SessionIndex
const american = {
  value: 1.17,
  sensitivity_pct: null,
  specificity_pct: null,
  auc: 0.84,
  n: 197,
  n_dysphonic: 148,
  n_control: 49,
  syllables: null,
  reference: 'J Clin Med 2023;12:7679',
  source: 'published',
} satisfies CutOff
const calibration = { ...index, name: 'dsi', version: null, status: 'withheld', scores: {} } as SessionIndex

const draw = (indices: SessionIndex[], code = 'es-ES') => {
  const protocol = { items, locale: { code } } as unknown as ProtocolResponse['protocol']
  return show(<SessionIndices session={{ indices, protocol }} />, { areas: ['analysis'], answers: {} })
}
const shown = () => document.body.textContent!

test('a doubtful value is shown with its reasons, and without a verdict', async () => {
  await draw([{ ...index, cut_off: american, doubts: ['noisy'] }], 'en-US')
  expect(shown()).toContain('Valor poco fiable: no se interpreta. Hay ruido de fondo.')
  expect(shown()).toContain('2,35')
  expect(shown()).toContain('Valor de corte: 1,17')
  expect(shown()).not.toContain('por encima')
})

test('an index is shown with its components, and has no cut-off when none is validated', async () => {
  await draw([index])
  expect(screen.getByRole('heading').textContent).toContain('(AVQI) 03.01')
  expect(shown()).toContain('2,35')
  expect(screen.getByRole('row', { name: /CPPS/ }).textContent).toContain('13,10 dB')
  expect(screen.getAllByRole('row')).toHaveLength(7)
  expect(shown()).toContain('No hay un valor de corte validado')
  expect(shown()).toContain('Contar del 1 al 20')
  expect(shown()).not.toContain('kHz')
})

test('a cut-off is shown with its study and the limits of the study', async () => {
  await draw([{ ...index, sample_rate: 32_000, cut_off: american }], 'en-US')
  expect(shown()).toContain('1,17')
  expect(shown()).toContain('por encima del valor de corte')
  expect(shown()).toContain('n = 197 (148 con disfonía, 49 sin ella)')
  expect(shown()).toContain('Sensibilidad: no consta')
  expect(shown()).toContain('J Clin Med 2023;12:7679')
  expect(shown()).not.toContain('Introducido por la clínica')
  expect(shown()).toContain('32 kHz')
})

test('a cut-off that a clinic entered is marked as such', async () => {
  const cut_off = { ...american, n_dysphonic: null, n_control: null, value: 2.5, source: 'clinic' } satisfies CutOff
  await draw([{ ...index, cut_off }])
  expect(shown()).toContain('Introducido por la clínica')
  expect(shown()).toContain('en el valor de corte o por debajo')
})

test('an index that is not valid shows the reason and no number', async () => {
  await draw([
    { ...index, status: 'withheld', reason: 'too_little_voice', scores: { voiced_s: 1.2 } },
    { ...calibration, reason: 'needs_calibrated_microphone' },
  ])
  expect(shown()).toContain('No es válido aquí: hay muy poca voz')
  expect(shown()).toContain('micrófono calibrado')
  expect(screen.queryByRole('table')).toBeNull()
})

const vowelSpace = {
  ...index,
  name: 'vowel_space',
  version: null,
  speech_item: null,
  vowel_item: null,
  scores: {
    vowel_space: 0.3142,
    fcr: 0.987,
    vai: 1.013,
    f2_ratio: 2.6,
    f1_a: 731.4,
    f2_a: 1090,
    f1_i: 270,
    f2_i: 2290,
    f1_u: 300,
    f2_u: 870,
  },
} as SessionIndex

test('a vowel space is shown with its ratio, its area and its formants, and without a reference', async () => {
  await draw([vowelSpace])
  expect(shown()).toContain('0,99')
  expect(screen.getByRole('row', { name: /Área/ }).textContent).toContain('0,31 kHz²')
  expect(screen.getByRole('row', { name: /\/a\// }).textContent).toContain('731')
  expect(screen.getByRole('img', { name: /tres vocales/ }).querySelector('polygon')).not.toBeNull()
  expect(shown()).toContain('no hay una referencia')
})

test('a missing vowel space names the vowel that must be repeated', async () => {
  await draw([{ ...vowelSpace, status: 'withheld', reason: 'formants_unsteady', vowel: 'u', scores: {} }])
  expect(shown()).toContain('/u/ · los formantes de una de las vocales varían demasiado')
  expect(screen.queryByRole('img')).toBeNull()
})

test('each number of an index has a description, and the AVQI and its components open it', async () => {
  const described = Object.values(indexDescriptions).flatMap(({ measures }) => Object.keys(measures))
  const scores = [...Object.keys(index.scores), ...Object.keys(vowelSpace.scores)]
  expect(scores.filter((name) => !described.includes(name))).toEqual([])
  await draw([index])
  const signs = [...document.querySelectorAll('[data-measure]')].map((sign) => sign.getAttribute('data-measure'))
  expect(signs).toEqual(Object.keys(index.scores))
  expect(screen.getByRole('button', { name: /CPPS/ })).toBeTruthy()
})
