import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { readWav } from '@fonema/speech'
import { expect, test } from 'vitest'
import { unzip } from '../../testing/archives.ts'
import { formOf, startTestSession, toneWav } from '../../testing/recordings.ts'
import { buildTestApp } from '../../testing/test-app.ts'
import '../analysis/transcript-tables.ts'
import { readCsv } from '../platform/csv/read-csv.ts'
import { makeTakeout } from './jobs.ts'

const secret = 'Zenobia'

test('a de-identified takeout has no name in any member, and lists what it left out', async () => {
  const demo = await buildTestApp()
  const headers = await demo.signIn('examiner@demo.example')
  const { participant, itemUrl, items, sessionUrl } = await startTestSession(demo, headers, 'P1')
  const patch = (url: string, payload: object) => demo.app.inject({ method: 'PATCH', url, headers, payload })
  const person = {
    first_name: secret,
    last_name: secret,
    occupation: secret,
    diagnose: secret,
    phone: '+59899123456',
  }
  const changed = [
    await patch(`/api/user/participants/${participant.id}/`, { ...person, birthday: '1950-02-03' }),
    await patch(sessionUrl, { comment: `about ${secret}` }),
  ]
  expect(changed.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  const record = async (index: number) => {
    const settings = JSON.stringify({ label: `${secret}'s microphone`, completeness: 'by_clock' })
    const form = formOf(toneWav(6), { window: '{"start":0.5,"end":5.5}', settings })
    const url = itemUrl(items[index]!)
    await demo.app.inject({ method: 'POST', url, headers: { ...headers, ...form.headers }, payload: form.payload })
    return url
  }
  const sentence = await record(2)
  const type = (text: string, based_on: number) =>
    demo.app.inject({ method: 'POST', url: `${sentence}transcript/`, headers, payload: { text, based_on } })
  await type(`hola ${secret}`, 0)
  await type(`hola ${secret} adiós`, 1)
  const words = [
    { text: 'hola', start: 0, end: 0.5 },
    { text: secret, start: 1, end: 1.5, marks: ['name'] },
    { text: 'adiós', start: 2, end: 2.5 },
    { text: 'siga', start: 3, end: 4, speaker: 'examiner' },
  ]
  const inTenant = <T>(work: Parameters<typeof demo.database.tenant<T>>[1]) =>
    demo.database.tenant(demo.organizationId, work)
  await inTenant((tx) =>
    tx
      .updateTable('transcripts')
      .set({ words: JSON.stringify(words) })
      .execute(),
  )
  // Nobody has confirmed the words of a second session's sentence.
  demo.clock.advance(60)
  const second = await startTestSession(demo, headers, 'P2')
  const form = formOf(toneWav(6))
  const url = second.itemUrl(second.items[2]!)
  await demo.app.inject({ method: 'POST', url, headers: { ...headers, ...form.headers }, payload: form.payload })

  const order = (payload: object) => demo.app.inject({ method: 'POST', url: '/api/takeouts/', headers, payload })
  const ordered = (await order({ deidentified: true })).json()
  expect(ordered).toMatchObject({ status: 'pending', deidentified: true })
  expect((await order({ deidentified: true })).json()).toEqual({ code: 'already_created_today' })
  expect((await order({})).json()).toMatchObject({ deidentified: false })
  const job = { organization_id: demo.organizationId, takeout_id: ordered.uuid }
  await makeTakeout(demo, job)
  const { object_key } = await inTenant((tx) =>
    tx.selectFrom('takeouts').select('object_key').where('id', '=', ordered.uuid).executeTakeFirstOrThrow(),
  )
  const members = await unzip(await buffer(demo.store.read(object_key!) as Readable))

  for (const [name, bytes] of members) expect([name, bytes.includes(secret)]).toEqual([name, false])
  const table = async (name: string) => {
    const { header, rows } = await readCsv(members.get(name)!)
    return rows.map(({ cells }) => Object.fromEntries(header.map((column, i) => [column, cells[i] ?? ''])))
  }
  expect(await table('participants.csv')).toContainEqual(
    expect.objectContaining({ code: 'P1', first_name: '', birthday: '', phone: '', examiner: '' }),
  )
  expect(await table('transcripts.csv')).toMatchObject([{ version: '2', text: 'hola […] adiós siga', author: '' }])
  const audio = [...members.keys()].filter((name) => name.startsWith('audio/'))
  expect(audio).toHaveLength(1)
  expect(await table('items.csv')).toMatchObject([
    { participant: 'sub-P1', audio: audio[0], completeness: 'by_clock', settings: '', recorded_by: '' },
    { participant: 'sub-P2', audio: '', settings: '', recorded_by: '' },
  ])
  const { samples, sampleRateHz } = readWav(members.get(audio[0]!)!)
  const isSilent = (from: number, to: number) =>
    samples.subarray(from * sampleRateHz, to * sampleRateHz).every((sample) => sample === 0)
  expect([isSilent(0, 0.5), isSilent(1.45, 2.05), isSilent(5.5, 6)]).toEqual([true, true, true])
  // The examiner did not consent.
  expect(isSilent(3.46, 4.54)).toBe(true)
  expect([isSilent(0.5, 1.4), isSilent(2.1, 3.4), isSilent(4.6, 5.5)]).toEqual([false, false, false])
  const manifest = JSON.parse(members.get('manifest.json')!.toString())
  expect(manifest).toMatchObject({ deidentified: true, problems: [{ problem: 'not_confirmed' }] })
  const spans = [
    { start_s: 0, end_s: 0.5 },
    { start_s: 1.45, end_s: 2.05 },
    { start_s: 3.45, end_s: 4.55 },
    { start_s: 5.5, end_s: 6 },
  ]
  expect(manifest.silenced).toEqual([{ path: audio[0], spans }])
  expect(manifest.problems[0].path).toMatch(/^audio\/sub-P2\//)
  const readme = members.get('README.txt')!.toString()
  expect(readme).toContain('Los nombres están ocultos')
  expect(readme).not.toContain('tal como se grabaron')
})
