// @module-tag long
import type { Population } from '@fonema/contract'
import { expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/test-app.ts'
import { seedPopulations } from './synthetic.ts'

const header = 'population,participant,language,item,function,score,value,sex,age,education'
const vowel = 'es,voice-and-articulation/vowel-1/1,voice_quality,jitter_local_pct'

/** Sends a file as a browser does. */
async function prepare() {
  const demo = await buildTestApp()
  const headers = await demo.signIn('manager@demo.example')
  const send = async (file: string | Uint8Array, { query = '', by = headers, key = '' } = {}) => {
    const form = new FormData()
    form.set('file', new Blob([Buffer.from(file)]), 'norms.csv')
    const request = new Request('http://localhost/', { method: 'POST', body: form })
    return demo.app.inject({
      method: 'POST',
      url: `/api/ai/populations/import/${query}`,
      headers: {
        ...by,
        'content-type': request.headers.get('content-type')!,
        ...(key !== '' && { 'idempotency-key': key }),
      },
      payload: Buffer.from(await request.arrayBuffer()),
    })
  }
  const preview = async (file: string | Uint8Array) => (await send(file, { query: '?preview=true' })).json()
  return { ...demo, headers, send, preview, list: () => populationsOf(demo, headers) }
}

const populationsOf = async ({ app }: TestApp, headers: Record<string, string>) =>
  (await app.inject({ url: '/api/ai/populations/', headers })).json()

const rows = (name: string, n: number) =>
  Array.from({ length: n }, (_, i) => `${name},P${i},${vowel},${(0.4 + i / 100).toFixed(2)},f,6${i % 10},12`)

test('a file is previewed, imported as a first version, and then as a second one', async () => {
  const { send, preview, list } = await prepare()
  const file = [header, ...rows('Sanos', 12), ...rows('Pocos', 3)].join('\n')
  const items = [
    { language: 'es', item: 'voice-and-articulation/vowel-1/1', title: 'Vocal /a/ sostenida', score_count: 1 },
  ]
  expect(await preview(file)).toEqual({
    encoding: 'utf-8',
    separator: ',',
    rows: 15,
    problems: [],
    problem_count: 0,
    populations: [
      { name: 'Sanos', n: 12, score_count: 1, items, version: 1, is_too_few: false, is_reference: false, card: null },
      { name: 'Pocos', n: 3, score_count: 1, items, version: 1, is_too_few: true, is_reference: false, card: null },
    ],
  })
  expect(await list()).toEqual([])

  const answers = [await send(file, { key: 'one' }), await send(file, { key: 'one' })]
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201])
  expect(await list()).toMatchObject([
    { name: 'Pocos', n: 3, version: 1, is_synthetic: false, source: 'norms.csv' },
    { name: 'Sanos', n: 12, version: 1 },
  ])
  const before = (await list())[1]
  expect((await send(file, { key: 'two' })).statusCode).toBe(201)
  expect((await list())[1]).toMatchObject({ id: before.id, version: 2, fill_color: before.fill_color })
})

test('a file can mark populations as references; without that column, the mark is unchanged', async () => {
  const { preview, send, list } = await prepare()
  const lines = (name: string, reference: string) => rows(name, 10).map((row) => `${row},${reference}`)
  const file = (...parts: string[][]) => [`${header},reference`, ...parts.flat()].join('\n')
  const said = file(lines('Pacientes', 'no'), lines('Sanos', 'YES'), lines('Otros', ''))
  const { populations } = await preview(said)
  expect(populations.map(({ name, is_reference }: Population) => [name, is_reference])).toEqual([
    ['Pacientes', false],
    ['Sanos', true],
    ['Otros', false],
  ])
  const states = async () => (await list()).map(({ name, is_reference }: Population) => [name, is_reference])
  expect((await send(said)).statusCode).toBe(201)
  const order = [
    ['Sanos', true],
    ['Otros', false],
    ['Pacientes', false],
  ]
  expect(await states()).toEqual(order)
  expect((await send([header, ...rows('Sanos', 10)].join('\n'))).statusCode).toBe(201)
  expect(await states()).toEqual(order)

  const wrong = await preview(file(lines('Sanos', 'yes'), [`Sanos,P77,${vowel},0.5,f,60,12,no`], lines('X', 'quizá')))
  expect(wrong.problems.slice(0, 2)).toEqual([
    { line: 12, column: 'reference', code: 'contradiction' },
    { line: 13, column: 'reference', code: 'unknown' },
  ])
})

test('a file does not replace a synthetic population', async () => {
  const { preview, send, list, ...demo } = await prepare()
  await seedPopulations(demo.database, demo.organizationId, demo.content.populations, demo.clock.now())
  const name = 'Personas sin diagnóstico (sintético)'
  const file = [header, ...rows(name, 12)].join('\n')
  const problems = [{ line: 2, column: 'population', code: 'synthetic_population' }]
  expect((await preview(file)).problems).toEqual(problems)
  expect((await send(file)).statusCode).toBe(400)
  expect(await list()).toContainEqual(expect.objectContaining({ name, version: 1, is_synthetic: true }))
})

test('each invalid cell is reported with line and column, and nothing is imported', async () => {
  const { send, preview, list } = await prepare()
  const file = [
    header,
    `Sanos,P1,${vowel},0.5,f,60,12`,
    `Sanos,P1,${vowel},0.6,f,60,12`,
    `Sanos,P2,${vowel},=1+1,f,60,12`,
    `Sanos,P3,${vowel},"1.234,5",x,200,12`,
    `Sanos,P4,xx,voice-and-articulation/vowel-1/1,voice_quality,speed,0.5,f,60,12`,
    `Sanos,P5,es,language/yodel/1,voice_quality,jitter_local_pct,"0,5",f,60,12`,
    `Sanos,P6,${vowel},0.5`,
    `"=HYPERLINK(""x"")",P7,${vowel},,f,60,12`,
  ].join('\n')
  const { problems, problem_count } = await preview(file)
  expect(problems.map(({ line, column, code }: Record<string, unknown>) => [line, column, code])).toEqual([
    [3, 'participant', 'duplicate'],
    [4, 'value', 'formula'],
    [5, 'value', 'not_a_number'],
    [5, 'sex', 'unknown'],
    [5, 'age', 'out_of_range'],
    [6, 'language', 'unknown'],
    [7, 'item', 'unknown_item'],
    [7, 'value', 'ambiguous_number'],
    [8, null, 'wrong_cell_count'],
    [9, 'population', 'formula'],
    [9, 'value', 'not_a_number'],
  ])
  expect(problems[0].other_line).toBe(2)
  expect(problem_count).toBe(11)
  const refused = await send(file)
  expect([refused.statusCode, refused.json()]).toEqual([400, { file: ['invalid'] }])
  expect(await list()).toEqual([])
})

test('reads a file from a Spanish spreadsheet: semicolons, decimal commas, Windows-1252', async () => {
  const { preview, send, list } = await prepare()
  const lines = rows('Niños', 10).map((row) => row.replaceAll(',', ';').replace(/0\.(\d+)/, '0,$1'))
  const file = Buffer.from([header.replaceAll(',', ';'), ...lines].join('\r\n'), 'latin1')
  expect(await preview(file)).toMatchObject({ encoding: 'windows-1252', separator: ';', problems: [] })
  expect((await send(file)).statusCode).toBe(201)
  expect(await list()).toMatchObject([{ name: 'Niños', n: 10 }])
})

test.each([
  ['population;value\nA;1', 'missing_column', 'participant'],
  [`${header},shoe size\n`, 'unknown_column', 'shoe size'],
  [`${header},AGE\n`, 'repeated_column', 'age'],
  [header, 'no_rows', null],
  ['PK\u0003\u0004\0', 'not_text', null],
  [`${header}\n"Sanos`, 'unclosed_quote', null],
])('reports what is wrong with the file %j', async (file, code, column) => {
  const { preview } = await prepare()
  const { problems } = await preview(file)
  expect(problems).toContainEqual(expect.objectContaining({ code, column }))
})

test('only managers import, only into their own clinic, and only a file of acceptable size', async () => {
  const { send, signIn, app, headers } = await prepare()
  const file = [header, ...rows('Sanos', 12)].join('\n')
  for (const query of ['', '?preview=true'])
    expect((await send(file, { by: await signIn('examiner@demo.example'), query })).statusCode).toBe(403)
  expect((await send('')).json()).toEqual({ file: ['empty_data'] })
  const none = await app.inject({ method: 'POST', url: '/api/ai/populations/import/', headers, payload: {} })
  expect(none.statusCode).toBe(415)
  expect((await send(new Uint8Array(20 * 1024 * 1024 + 1).fill(97))).statusCode).toBe(413)
})
