import type { ProtocolResponse, SessionIndex } from '@fonema/contract'
import { expect, test } from 'vitest'
import { indexAnnex, indexSources } from './indices.ts'

const cut_off = {
  value: 2.43,
  sensitivity_pct: 79.5,
  specificity_pct: null,
  auc: null,
  n: 100,
  n_dysphonic: 80,
  n_control: 20,
  syllables: null,
  reference: 'Maryn (2018)',
  source: 'published',
}
const avqi = {
  name: 'avqi',
  version: '03.01',
  status: 'ready',
  reason: null,
  doubts: [],
  scores: { avqi: 2.9, cpps: 12.3456 },
  cut_off,
}
const dsi = {
  name: 'dsi',
  version: null,
  status: 'withheld',
  reason: 'needs_calibrated_microphone',
  doubts: [],
  scores: {},
  cut_off: null,
}
const viewOf = (changes: object = {}) =>
  ({
    protocol: { locale: { code: 'es-ES' } },
    indices: [{ ...avqi, ...changes }, dsi] as unknown as SessionIndex[], // what the annex reads
  }) as ProtocolResponse

test('prints the value, components and cut-off of an index with its study, and omits an index that is never measured', () => {
  expect(indexAnnex('es', viewOf())).toEqual([
    {
      title: 'Índice acústico de calidad de la voz (AVQI) 03.01',
      note: [
        'Valor de corte: 2,43 (español de España, AVQI 03.01).',
        'Sensibilidad: 79,5\u00a0% · Especificidad: no consta · n = 100 (80 con disfonía, 20 sin ella).',
        'Maryn (2018)',
      ].join(' '),
      rows: [
        { name: 'AVQI', value: '2,90', place: '', note: '' },
        { name: 'CPPS de habla y vocal', value: '12,35 dB', place: '', note: '' },
      ],
    },
  ])
  expect(indexSources(viewOf())).toEqual([{ name: 'avqi', version: '03.01', value: 2.9, cut_off: 2.43 }])
})

test.each(['es', 'en', 'pt', 'fr'] as const)('without a value or a cut-off, the reason is printed: %s', (language) => {
  const [withheld] = indexAnnex(language, viewOf({ status: 'withheld', reason: 'not_recorded', scores: {} }))
  expect(withheld).toMatchObject({ rows: [], note: expect.stringMatching(/\w+.* \w+.*\.$/) })
  expect(withheld!.note).not.toMatch(/_|\{/)
  const [plain] = indexAnnex(language, viewOf({ cut_off: null }))
  expect(plain!.note).not.toMatch(/_|\{/)
  const [doubtful] = indexAnnex(language, viewOf({ doubts: ['noisy', 'clipped'] }))
  expect(doubtful!.note).not.toMatch(/_|\{/)
  expect(doubtful!.note.length).toBeGreaterThan(indexAnnex(language, viewOf())[0]!.note.length)
})

test('a doubtful value is printed with its reasons first, also of a vowel space', () => {
  const said = 'Valor poco fiable: no se interpreta. Hay ruido de fondo. '
  for (const changes of [{}, { name: 'vowel_space', version: null, scores: { vowel_space: 0.3 } }]) {
    const [annex] = indexAnnex('es', viewOf({ ...changes, doubts: ['noisy'] }))
    expect(annex!.note.startsWith(said)).toBe(true)
  }
})

test('the annex of a vowel space prints its ratio, area and formants, and no cut-off', () => {
  const scores = { vowel_space: 0.3142, fcr: 0.987, vai: 1.013, f2_ratio: 2.6, f1_a: 731.4, f2_a: 1090 }
  const view = viewOf({ name: 'vowel_space', version: null, scores, cut_off: null })
  const [annex] = indexAnnex('es', view)
  expect(annex).toMatchObject({ title: 'Espacio vocálico', note: expect.stringContaining('no hay una referencia') })
  expect(annex!.rows.map(({ name, value }) => [name, value])).toEqual([
    ['Cociente de centralización de formantes (FCR)', '0,99'],
    ['Área del espacio vocálico', '0,31 kHz²'],
    ['Índice de articulación vocálica (VAI)', '1,01'],
    ['Cociente de F2 (/i/ : /u/)', '2,60'],
    ['F1 de /a/', '731 Hz'],
    ['F2 de /a/', '1090 Hz'],
  ])
  const withheld = {
    name: 'vowel_space',
    status: 'withheld',
    reason: 'pitch_too_high',
    vowel: 'i',
    scores: {},
  } as const
  expect(indexAnnex('en', viewOf(withheld))[0]!.note).toMatch(/^Not valid here: \/i\/ · the pitch/)
})
