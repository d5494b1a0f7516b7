// @module-tag long
import { standardSettings, type TemplateSettings } from '@fonema/contract'
import { expect, test } from 'vitest'
import { draftOf, freshDraft, signWith } from '../../testing/clinical-report.ts'
import { logoForm, smallPng } from '../../testing/logo.ts'
import { buildTestApp } from '../../testing/test-app.ts'

const spanish = {
  introduction: 'Informe del servicio de foniatría.',
  purpose: 'Control anual',
  closing: 'Quedamos a su disposición.',
  snippets: [{ title: 'Estable', part: 'impression' as const, text: 'Sin cambios respecto del control anterior.' }],
}
const own: TemplateSettings = {
  ...standardSettings,
  paper: 'LETTER',
  sections: ['findings', 'impression', 'annex'],
  measures: ['jitter_local_pct', 'f0_mean_hz'],
  texts: { ...standardSettings.texts, es: spanish },
}

async function prepare() {
  const demo = await buildTestApp()
  const [manager, examiner] = [await demo.signIn('manager@demo.example'), await demo.signIn('examiner@demo.example')]
  const ask = async (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, payload?: object, headers = manager) =>
    demo.app.inject({ method, url: `/api${path}`, headers, ...(payload && { payload }) })
  const add = async (name = 'Foniatría', settings = own) =>
    (await ask('POST', '/report_templates/', { name, settings })).json()
  const change = (id: string, payload: object) => ask('PATCH', `/report_templates/${id}/`, payload)
  const upload = (bytes: Buffer) => {
    const { headers, payload } = logoForm(bytes)
    return demo.app.inject({
      method: 'POST',
      url: '/api/report_letterhead/logo/',
      headers: { ...manager, ...headers },
      payload,
    })
  }
  return { demo, manager, examiner, ask, add, change, upload }
}

test('templates are added, changed as they were seen, made the default one by one, and deleted', async () => {
  const { ask, add, change } = await prepare()
  const first = await add()
  expect(first).toMatchObject({ name: 'Foniatría', version: 1, is_default: false, settings: own })
  const again = await ask('POST', '/report_templates/', { name: 'foniatría', settings: own })
  expect([again.statusCode, again.json()]).toEqual([400, { name: ['already_exists'] }])
  const second = await add('Corto')
  await change(first.id, { based_on: 1, is_default: true })
  expect((await change(second.id, { based_on: 1, is_default: true })).json()).toMatchObject({ version: 1 })
  const listed = (await ask('GET', '/report_templates/')).json()
  expect(listed.map(({ name, is_default }: typeof first) => [name, is_default])).toEqual([
    ['Corto', true],
    ['Foniatría', false],
  ])
  expect((await change(first.id, { based_on: 1, name: 'Voz' })).json()).toMatchObject({ name: 'Voz', version: 2 })
  expect((await change(first.id, { based_on: 1, name: 'Habla' })).statusCode).toBe(409)
  expect((await ask('DELETE', `/report_templates/${first.id}/`)).statusCode).toBe(204)
  expect((await ask('DELETE', `/report_templates/${first.id}/`)).statusCode).toBe(404)
})

test('a draft copies the default template; a later change of the template is listed and does not change the draft', async () => {
  const { demo, examiner, ask, add, change } = await prepare()
  const template = await add()
  await change(template.id, { based_on: 1, is_default: true })
  const { url, ids } = await freshDraft(demo, examiner)
  const get = async () => (await demo.app.inject({ url, headers: examiner })).json()
  const before = await get()
  expect(before).toMatchObject({
    texts: { purpose: 'Control anual', impression: '' },
    changes: [],
    content: {
      paper: 'LETTER',
      charts: [],
      template: { name: 'Foniatría', introduction: spanish.introduction, closing: spanish.closing },
      sources: { template: { id: template.id, version: 1 } },
    },
  })
  expect(before.content.footnotes[0]).toContain('Foniatría')

  const changed = { ...own, texts: { ...own.texts, es: { ...spanish, closing: 'Atentamente' } } }
  await change(template.id, { based_on: 1, settings: changed })
  expect(await get()).toMatchObject({
    is_outdated: false,
    content: { template: { closing: spanish.closing } },
    changes: [{ kind: 'template', name: 'Foniatría', from: 1, to: 2 }],
  })
  const signed = await signWith(demo, examiner, url)
  expect(signed.json()).toMatchObject({ state: 'signed' })
  const verified = await demo.app.inject({ url: `${url}verify/`, headers: examiner })
  expect(verified.json()).toMatchObject({ intact: true, reprint: 'equal' })

  // Made again, it has the template as it is now; deleted, what was copied stays.
  const next = await draftOf(demo, examiner, ids)
  await change(template.id, { based_on: 2, settings: own })
  const remade = `/clinical_reports/${ids.participant_id}/${next.id}/`
  await ask('POST', `${remade}remake/`, {}, examiner)
  const read = async () => (await ask('GET', remade, undefined, examiner)).json()
  expect((await read()).content.sources.template).toEqual({ id: template.id, version: 3 })
  await ask('DELETE', `/report_templates/${template.id}/`)
  expect(await read()).toMatchObject({ changes: [], is_outdated: false, content: { template: { name: 'Foniatría' } } })
})

test('the standard template and another one are chosen for a draft; an unknown one is refused', async () => {
  const { demo, examiner, add, change } = await prepare()
  const template = await add()
  await change(template.id, { based_on: 1, is_default: true })
  const { ids } = await freshDraft(demo, examiner)
  const url = `/api/clinical_reports/${ids.participant_id}/`
  const make = (more: object) =>
    demo.app.inject({
      method: 'POST',
      url,
      headers: examiner,
      payload: { session: ids.protocol_res_id, language: 'en', ...more },
    })
  const contentOf = async (more: object) =>
    (await demo.app.inject({ url: `${url}${(await make(more)).json().id}/`, headers: examiner })).json().content
  expect(await contentOf({ template: null })).toMatchObject({ paper: 'A4', sources: { template: null } })
  // English has no texts in this template.
  expect(await contentOf({ template: template.id, paper: 'A4' })).toMatchObject({
    paper: 'A4',
    template: { introduction: '' },
  })
  const unknown = await make({ template: ids.participant_id })
  expect([unknown.statusCode, unknown.json()]).toEqual([400, { template: ['invalid'] }])
})

test('an annex has the chosen measures, and sections that are off are not in the report', async () => {
  const { ask } = await prepare()
  const preview = async (settings: object) => {
    const answer = await ask('POST', '/report_templates/preview/', { language: 'es', name: 'P', settings })
    return [answer.statusCode, answer.headers['content-type'], answer.rawPayload.length] as const
  }
  const [status, type, length] = await preview(standardSettings)
  expect([status, type]).toEqual([200, 'application/pdf'])
  const [, , shorter] = await preview({ ...own, sections: ['impression'] })
  expect(shorter).toBeLessThan(length)
  const { groups } = (await ask('GET', '/report_templates/measures/')).json()
  const names = groups.flatMap(({ measures }: { measures: string[] }) => measures)
  expect(names).toContain('jitter_local_pct')
  expect(new Set(names).size).toBe(names.length)
})

test('address and logo stand in new reports; the logo of a signed report stays when it is replaced', async () => {
  const { demo, examiner, ask, upload } = await prepare()
  await ask('PATCH', '/report_letterhead/', { lines: ['Calle 1', 'Tel. 555 0100'] })
  const { logo } = (await upload(smallPng())).json()
  expect(logo).toEqual({ sha256: expect.stringMatching(/^[0-9a-f]{64}$/), width: 240, height: 80 })
  const { url } = await freshDraft(demo, examiner)
  const get = async (more = '') => demo.app.inject({ url: `${url}${more}`, headers: examiner })
  expect((await get()).json().content.organization).toMatchObject({ lines: ['Calle 1', 'Tel. 555 0100'], logo })
  await signWith(demo, examiner, url)
  const before = (await get('pdf/')).rawPayload
  expect((await upload(smallPng(100, 100))).json().logo.sha256).not.toBe(logo.sha256)
  expect((await get('pdf/')).rawPayload.equals(before)).toBe(true)
  expect((await get('verify/')).json()).toMatchObject({ intact: true, reprint: 'equal' })
  expect((await get()).json().changes).toEqual([{ kind: 'letterhead' }])
  await ask('DELETE', '/report_letterhead/logo/')
  expect((await ask('GET', '/report_letterhead/')).json()).toMatchObject({ logo: null })
  expect((await ask('GET', '/report_letterhead/logo/')).statusCode).toBe(404)
})

test('a draft with another letterhead is remade before it is signed', async () => {
  const { demo, examiner, ask, upload } = await prepare()
  const { url } = await freshDraft(demo, examiner)
  await upload(smallPng())
  expect((await signWith(demo, examiner, url)).json()).toEqual({ code: 'draft_outdated' })
  await ask('POST', `${url.slice(4)}remake/`, {}, examiner)
  expect((await signWith(demo, examiner, url, { based_on: 2 })).json()).toMatchObject({ state: 'signed' })
})

test('only PNG and JPEG files of a moderate size become a logo', async () => {
  const { upload } = await prepare()
  const answer = async (bytes: Buffer) => {
    const { statusCode, body } = await upload(bytes)
    return [statusCode, JSON.parse(body)]
  }
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  expect(await answer(svg)).toEqual([415, { code: 'file_type_not_allowed' }])
  expect(await answer(Buffer.alloc(600 * 1024))).toEqual([413, { code: 'file_too_large' }])
  expect(await answer(smallPng(2001, 10))).toEqual([400, { file: ['out_of_range'] }])
  expect(await answer(smallPng().subarray(0, 200))).toEqual([400, { file: ['invalid'] }])
  expect(await answer(Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0]))).toEqual([400, { file: ['invalid'] }])
  // Says that it has 40,000 × 40,000 pixels.
  const bomb = smallPng()
  bomb.writeUInt32BE(40_000, 16)
  bomb.writeUInt32BE(40_000, 20)
  expect(await answer(bomb)).toEqual([400, { file: ['out_of_range'] }])
})
