import type { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import yazl from 'yazl'
import { formOf } from '../../../testing/recordings.ts'
import { buildTestApp } from '../../../testing/test-app.ts'

async function archive(): Promise<Buffer> {
  const zip = new yazl.ZipFile()
  const add = (path: string, value: object) => zip.addBuffer(Buffer.from(JSON.stringify(value)), path)
  const ui = (isAbout: string) => ({ order: [isAbout], addProperties: [{ isAbout, variableName: 'cough' }] })
  add('our_schema', { '@type': 'reproschema:Protocol', '@id': 'our_schema', prefLabel: 'Ours', ui: ui('a/a_schema') })
  add('a/a_schema', { '@type': 'reproschema:Activity', '@id': 'a_schema', ui: ui('items/cough') })
  add('a/items/cough', {
    prefLabel: { en: 'Cough' },
    question: { en: 'Cough.' },
    ui: { inputType: 'audioCheck' },
    responseOptions: { valueType: 'schema:AudioObject', maxValue: 5000 },
  })
  zip.end()
  return Buffer.concat(await (zip.outputStream as Readable).toArray())
}

test('a ReproSchema protocol becomes a draft once a person confirmed the kinds of its items', async () => {
  const demo = await buildTestApp()
  const headers = await demo.signIn('manager@demo.example')
  const file = await archive()
  const bring = async (kinds?: object) => {
    const form = formOf(file, kinds === undefined ? {} : { kinds: JSON.stringify(kinds) }, 'file')
    const url = '/api/protocol_drafts/import/'
    const sent = { ...headers, ...form.headers }
    const answer = await demo.app.inject({ method: 'POST', url, headers: sent, payload: form.payload })
    return [answer.statusCode, answer.json()]
  }
  expect(await bring()).toEqual([400, { kinds: ['required'] }])
  expect(await bring({ other: 'free_speech' })).toEqual([400, { kinds: ['invalid'] }])
  const [status, draft] = await bring({ cough: 'conversation' })
  expect([status, draft.key, draft.content.blocks[0].items[0]]).toMatchObject([
    201,
    'our',
    { key: 'cough', category: 'conversation', max_duration: 5, texts: { 'en-US': { trigger: '<p>Cough.</p>' } } },
  ])
})
