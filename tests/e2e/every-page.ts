import type { Page } from 'playwright'
import { expect } from 'vitest'
import { openPage, signIn, submit } from './browser.ts'
import { mailedToken, signInByApi } from './clinic-api.ts'

type Ids = {
  participant: string
  begun: string
  measured: string
  result: string
  later: string
  report: string
  token: string
  draft: string
  survey: string
}
export type Who = 'nobody' | 'examiner' | 'owner'

/** Each path of the router, with the user who opens it and an address that leads there. */
export const pages: Record<string, [who: Who, address: (ids: Ids) => string]> = {
  'links.signIn': ['nobody', () => '/'],
  'links.resetPassword': ['nobody', () => '/reset_password/'],
  '/set_password/:token/:is_welcome/': ['nobody', ({ token }) => `/set_password/${token}/true/`],
  '/setup/:token?/': ['nobody', () => '/setup/'],
  'links.policy': ['nobody', () => '/policy/'],
  'links.terms': ['nobody', () => '/terms/'],
  '*': ['nobody', () => '/nothing/here/'],
  'dashboard/': ['examiner', () => '/dashboard/'],
  'agenda/': ['examiner', () => '/dashboard/agenda/'],
  // Without a launch it says that there is none.
  'launch/': ['examiner', () => '/dashboard/launch/'],
  'participant/:participant_id/': ['examiner', (ids) => `/dashboard/participant/${ids.participant}/`],
  'participant/edit/:participant_id/': ['examiner', (ids) => `/dashboard/participant/edit/${ids.participant}/`],
  'participant/protocol/:participant_id/': ['examiner', (ids) => `/dashboard/participant/protocol/${ids.participant}/`],
  'participant/protocol/resume/:participant_id/:protocolres_id/': [
    'examiner',
    (ids) => `/dashboard/participant/protocol/resume/${ids.participant}/${ids.begun}/`,
  ],
  'participant/protocol/recordings/:participant_id/:protocolres_id/': [
    'examiner',
    (ids) => `/dashboard/participant/protocol/recordings/${ids.participant}/${ids.begun}/`,
  ],
  'participant/protocol_result/:participant_id/:protocolres_id/': [
    'examiner',
    (ids) => `/dashboard/participant/protocol_result/${ids.measured}/${ids.result}/`,
  ],
  'participant/protocol_result/:participant_id/:protocolres_id/compare/:other_id/': [
    'examiner',
    (ids) => `/dashboard/participant/protocol_result/${ids.measured}/${ids.result}/compare/${ids.later}/`,
  ],
  'participant/reports/:participant_id/': ['examiner', (ids) => `/dashboard/participant/reports/${ids.measured}/`],
  'participant/reports/:participant_id/:report_id/': [
    'examiner',
    (ids) => `/dashboard/participant/reports/${ids.measured}/${ids.report}/`,
  ],
  'links.account': ['examiner', () => '/account/'],
  'links.help': ['examiner', () => '/help/'],
  'links.secondFactor': ['examiner', () => '/second_factor/'],
  'admin/': ['owner', () => '/admin/'],
  'people/': ['owner', () => '/admin/people/'],
  'overview/': ['owner', () => '/admin/overview/'],
  'content/': ['owner', () => '/admin/content/'],
  'norms/': ['owner', () => '/admin/norms/'],
  'recognition/': ['owner', () => '/admin/recognition/'],
  'reports/': ['owner', () => '/admin/reports/'],
  'data/': ['owner', () => '/admin/data/'],
  'organization/': ['owner', () => '/admin/organization/'],
  'webhooks/': ['owner', () => '/admin/webhooks/'],
  'sign-in/': ['owner', () => '/admin/sign-in/'],
  'security/': ['owner', () => '/admin/security/'],
  'report_template/:template_id/': ['owner', () => '/admin/report_template/new/'],
  'protocols/': ['owner', () => '/admin/protocols/'],
  'protocols/:draft_id/': ['owner', ({ draft }) => `/admin/protocols/${draft}/`],
  'surveys/': ['owner', () => '/admin/surveys/'],
  'surveys/:draft_id/': ['owner', ({ survey }) => `/admin/surveys/${survey}/`],
}

/** A report is made when its session is measured, which the demonstration may still be doing. */
async function draftWhenMeasured(ask: Ask, participant: string, session: string): Promise<string> {
  for (let tries = 0; tries < 3000; tries++) {
    const body = { session, language: 'es' }
    const made = await ask('POST', `clinical_reports/${participant}/`, body).catch((error: Error) => error)
    if (!(made instanceof Error)) return made.id as string
    if (!made.message.includes('analysis_pending')) throw made
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error(`session ${session} is not measured`)
}
type Ask = Awaited<ReturnType<typeof signInByApi>>

/** A participant with a started session, the demonstration's first result, and a link that welcomes a new user. */
async function prepare(who: Who): Promise<Ids> {
  const ask = await signInByApi('examiner@demo.example')
  const list = async <T>(url: string) => (await ask('GET', url)) as unknown as T[]
  const { locale } = (await ask('GET', 'user/user_info/')) as { locale: { id: string } }
  const all = await list<{ id: string; code: string }>('user/participants/')
  const measured = all.find(({ code }) => code === 'DEMO-001')!.id
  const sessions = await list<{ id: string }>(`protocols/responses/${measured}/`)
  const code = `PAGES-${Date.now()}`
  const { id } = (await ask('POST', 'user/participants/', { code, locale: locale.id })) as { id: string }
  const [protocol] = await list<{ id: string }>('protocols/examiner/')
  const begun = (await ask('POST', `protocols/responses/${id}/`, { protocol_id: protocol!.id })) as { id: string }

  const owner = await signInByApi('owner@demo.example')
  const email = `${code.toLowerCase()}@demo.example`
  await owner('POST', 'organizations/user/', { first_name: 'Eva', last_name: code, email, locale: locale.id })
  const token = await mailedToken(email)
  const offered = (await owner('GET', 'protocols/organization/')) as unknown as { id: string }[]
  const draft = (await owner('POST', 'protocol_drafts/', { copy_of: offered[0]!.id })) as { id: string }
  const { available_surveys } = (await owner('GET', 'organizations/')) as unknown as {
    available_surveys: { id: string }[]
  }
  const survey = (await owner('POST', 'survey_drafts/', { copy_of: available_surveys[0]!.id })) as { id: string }
  // The newest are measured first.
  const [later, result] = sessions.map((session) => session.id)
  // The others open no report, and need not wait for one.
  const report = who === 'examiner' ? await draftWhenMeasured(ask, measured, result!) : ''
  const ofSessions = { participant: id, begun: begun.id, measured, result: result!, later: later!, report }
  return { ...ofSessions, token, draft: draft.id, survey: survey.id }
}

/** Opens each page that this user may open, one after the other. `visit` looks at it. */
export async function openEach(
  who: Who,
  context: Parameters<typeof openPage>[0],
  visit: (page: Page, name: string, path: string) => Promise<void>,
) {
  const ids = await prepare(who)
  const page = await openPage(context)
  if (who === 'examiner') await signIn(page)
  if (who === 'owner') {
    await page.goto('/')
    await submit(page, 'owner@demo.example')
    await page.waitForURL('**/admin/')
  }
  for (const [path, [by, address]] of Object.entries(pages)) {
    if (by !== who) continue
    await page.goto(address(ids))
    await page.getByRole('heading', { level: 1 }).waitFor()
    // An address that leads nowhere would prove nothing.
    if (path !== '*') expect(await page.getByRole('heading', { name: 'Página no encontrada' }).count(), path).toBe(0)
    await visit(page, path.replaceAll(/\W+/g, '-'), path)
  }
}
