import { expect, test } from 'vitest'
import { formOf } from '../../testing/recordings.ts'
import { buildTestApp } from '../../testing/test-app.ts'

const url = '/api/user/participants/import/'

async function prepare() {
  const demo = await buildTestApp()
  const headers = await demo.signIn('examiner@demo.example')
  const send = (text: string, query = '', more = {}) => {
    const form = formOf(Buffer.from(text), {}, 'file')
    const sent = { ...headers, ...form.headers, ...more }
    return demo.app.inject({ method: 'POST', url: `${url}${query}`, headers: sent, payload: form.payload })
  }
  const list = async () => (await demo.app.inject({ url: '/api/user/participants/', headers })).json()
  return { ...demo, headers, send, list }
}

test('a file of participants is previewed, then registered once, also if it is sent again', async () => {
  const { send, list } = await prepare()
  const file = [
    'Code;Locale;first_name;last_name;birthday;sex;education_years;phone;country',
    'A-1;es-ar;Ana;Díaz;1950-02-03;F;12,5;+54 11 4321-0000;ar',
    'A-2;pt-BR;;;;;;;',
  ].join('\r\n')
  const preview = await send(file, '?preview=true')
  expect([preview.statusCode, preview.json()]).toMatchObject([
    200,
    {
      rows: 2,
      separator: ';',
      problem_count: 0,
      participants: [
        { line: 2, code: 'A-1', name: 'Díaz, Ana', locale: 'es-AR' },
        { line: 3, code: 'A-2', name: '', locale: 'pt-BR' },
      ],
    },
  ])
  expect(await list()).toEqual([])
  const keyed = { 'idempotency-key': 'k1' }
  expect((await send(file, '', keyed)).statusCode).toBe(201)
  expect((await send(file, '', keyed)).statusCode).toBe(201)
  const registered = await list()
  expect(registered).toHaveLength(2)
  expect(registered).toContainEqual(
    expect.objectContaining({
      code: 'A-1',
      birthday: '1950-02-03',
      sex: 'f',
      education_years: 12.5,
      phone: '+541143210000',
      country: 'AR',
    }),
  )
})

test('reports every invalid cell with its line, and registers no participant', async () => {
  const { send, list, signIn, app, localeId } = await prepare()
  const colleague = await signIn('colleague@demo.example')
  await app.inject({
    method: 'POST',
    url: '/api/user/participants/',
    headers: colleague,
    payload: { code: 'Taken', locale: localeId('es-AR') },
  })
  const file = [
    'code,locale,first_name,birthday,sex,education_years,country,phone,diagnose_date',
    ',es-AR,,,,,,,',
    'B1,xx-XX,,,,,,,',
    'B2,es-AR,=1+1,03/02/1950,x,many,ZZ,12,',
    'B3,es-AR,,2999-01-01,,101,,,',
    'b3,es-AR,,,,,,,',
    'TAKEN,es-AR,,,,,,,',
    'B4,es-AR',
    'B5,es-AR,,1950-03-02,,,,,1949-03-02',
  ].join('\n')
  const { problems, problem_count } = (await send(file, '?preview=true')).json()
  expect(problems.map(({ line, column, code }: Record<string, unknown>) => `${line} ${column} ${code}`)).toEqual([
    '2 code required',
    '3 locale unknown',
    '4 first_name formula',
    '4 birthday not_a_date',
    '4 sex unknown',
    '4 education_years not_a_number',
    '4 phone invalid',
    '4 country unknown',
    '5 birthday in_future',
    '5 education_years out_of_range',
    '6 code duplicate',
    '7 code already_exists',
    '8 null wrong_cell_count',
    '9 diagnose_date before_birthday',
  ])
  expect(problem_count).toBe(problems.length)
  const stored = await send(file)
  expect([stored.statusCode, stored.json()]).toEqual([400, { file: ['invalid'] }])
  expect(await list()).toEqual([])
  expect((await send('code,name\nA,B\n', '?preview=true')).json().problems).toEqual([
    { line: 1, column: 'locale', code: 'missing_column' },
    { line: 1, column: 'name', code: 'unknown_column' },
  ])
})
