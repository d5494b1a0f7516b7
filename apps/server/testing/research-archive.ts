import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { NewOrganizationTakeout, TakeoutId } from '@fonema/contract'
import { expect } from 'vitest'
import '../src/analysis/tables.ts'
import '../src/analysis/transcript-tables.ts'
import { surveyIdOf } from '../src/content/load.ts'
import { makeTakeout } from '../src/takeouts/jobs.ts'
import { unzip } from './archives.ts'
import type { TestApp } from './open-app.ts'
import { formOf, startTestSession, toneWav } from './recordings.ts'

/** Every text that an examiner can write about a participant, and what identifies a person in another way. */
export const writtenAboutThem = [
  ...['first_name', 'last_name', 'occupation', 'diagnose', 'comment', 'microphone', 'said', 'reason'].map(
    (field) => `Zenobia-${field}`,
  ),
  ...['answered_by', 'education', 'work', 'language_notes', 'other_languages'].map(
    (field) => `Zenobia-survey-${field}`,
  ),
  'zenobia@survey.example',
  '+59899654321',
  '+59899123456',
  '1931-02-03',
  'CODE-77',
]

type Headers = { authorization: string }

/** A participant with canaries and two recordings: a vowel, and a sentence in which a name is marked. */
export async function addParticipant(
  demo: TestApp,
  headers: Headers,
  { code, consents }: { code: string; consents: boolean },
) {
  const { participant, itemUrl, items, session, sessionUrl } = await startTestSession(demo, headers, code)
  const send = (method: 'PATCH' | 'POST', url: string, payload: object) =>
    demo.app.inject({ method, url, headers, payload })
  const person = {
    first_name: 'Zenobia-first_name',
    last_name: 'Zenobia-last_name',
    occupation: 'Zenobia-occupation',
    diagnose: 'Zenobia-diagnose',
    phone: '+59899123456',
    birthday: '1931-02-03',
    sex: 'f',
  }
  const url = `/api/user/participants/${participant.id}/`
  await send('PATCH', url, person)
  await send('PATCH', `${url}consent/`, { consent_research: consents })
  await send('PATCH', sessionUrl, { comment: 'Zenobia-comment' })
  const answered = await send('POST', `/api/surveys/responses/${participant.id}/`, {
    survey_id: surveyIdOf({ key: 'demographics', wording_version: 1, locale: 'es-ES' }),
    response: {
      answered_by: 'other: Zenobia-survey-answered_by',
      education: 'other: Zenobia-survey-education',
      work: 'Zenobia-survey-work',
      voice_at_work: 7,
      contact_phone: '+59899654321',
      contact_email: 'zenobia@survey.example',
      first_language: 'spanish',
      more_languages: true,
      other_languages: ['english', 'other: Zenobia-survey-other_languages'],
      second_language_age: 12,
      language_notes: 'Zenobia-survey-language_notes',
    },
  })
  expect(answered.statusCode).toBe(201)
  for (const item of [items[0]!, items[2]!]) {
    const settings = JSON.stringify({ label: 'Zenobia-microphone', completeness: 'by_clock' })
    const form = formOf(toneWav(6), { window: '{"start":0.5,"end":5.5}', settings })
    const added = { ...headers, ...form.headers }
    await demo.app.inject({ method: 'POST', url: itemUrl(item), headers: added, payload: form.payload })
  }
  await send('POST', `${itemUrl(items[2]!)}transcript/`, { text: 'hola Zenobia-said adiós', based_on: 0 })
  const words = [
    { text: 'hola', start: 0.5, end: 1 },
    { text: 'Zenobia-said', start: 1, end: 1.5, marks: ['name'] },
    { text: 'adiós', start: 2, end: 2.5 },
    { text: 'siga', start: 3, end: 4, speaker: 'examiner' },
  ]
  await demo.database.tenant(demo.organizationId, async (tx) => {
    await tx
      .updateTable('transcripts')
      .set({ words: JSON.stringify(words) })
      .execute()
    const scores = {
      scores: JSON.stringify({ speech_rate_syl_per_s: 3.25 }),
      missing: JSON.stringify({ pause_mean_s: 'no_pause' }),
    }
    await tx
      .updateTable('feature_results')
      .set({ status: 'ready', ...scores })
      .where('entry', '=', 'timing')
      .execute()
  })
  return { participantId: participant.id, sessionId: session.id }
}

/** Orders an archive; one a day. */
export async function orderResearch(demo: TestApp, choices: Omit<NewOrganizationTakeout, 'form'> = {}) {
  const manager = await demo.signIn('manager@demo.example')
  const url = '/api/takeouts/organization/'
  const payload = { form: 'research', ...choices }
  const ordered = await demo.app.inject({ method: 'POST', url, headers: manager, payload })
  expect(ordered.json()).toMatchObject({ form: 'research', deidentified: true, status: 'pending' })
  const again = await demo.app.inject({ method: 'POST', url, headers: manager, payload })
  expect(again.json()).toEqual({ code: 'already_created_today' })
  return ordered.json().uuid as TakeoutId
}

/** Packs an ordered archive, and reads it. */
export async function packOrdered(demo: TestApp, takeoutId: TakeoutId) {
  await makeTakeout(demo, { organization_id: demo.organizationId, takeout_id: takeoutId })
  const takeout = await demo.database.tenant(demo.organizationId, (tx) =>
    tx.selectFrom('takeouts').selectAll().where('id', '=', takeoutId).executeTakeFirstOrThrow(),
  )
  const bytes = await buffer(demo.store.read(takeout.object_key!) as Readable)
  return { takeout, bytes, members: await unzip(bytes) }
}

export const packResearch = async (demo: TestApp, choices?: Omit<NewOrganizationTakeout, 'form'>) =>
  packOrdered(demo, await orderResearch(demo, choices))

/** The rows of a table of the archive. */
export const rowsOf = (members: Map<string, Buffer>, path: string) => {
  const [header, ...lines] = members.get(path)!.toString().trimEnd().split('\n')
  const names = header!.split('\t')
  return lines.map((line) => Object.fromEntries(line.split('\t').map((cell, i) => [names[i], cell])))
}
