import type { ParticipantId, ReportId, SessionId } from '@fonema/contract'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { examiner, idOf } from '../testing/people.ts'
import { show } from '../testing/show.tsx'
import { links } from '../ui/links.ts'
import { ReportPage } from './ReportPage.tsx'

const participant = idOf<ParticipantId>(1)
const session = idOf<SessionId>(2)
const report = idOf<ReportId>(3)

/** The parts of a signed report that the page reads. */
const signed = {
  id: report,
  participant,
  session,
  session_day: '2026-11-20',
  protocol: 'Lectura',
  number: '2026-0007',
  version: 1,
  state: 'signed',
  reason: null,
  signature: { name: 'Elena Evaluadora', at: '2026-11-21T12:00:00Z', meaning: 'Autora' },
  pdf_sha256: null,
  texts: { purpose: '', impression: '', recommendations: '' },
  revision: 1,
  changes: [],
  measuring: [],
  is_outdated: false,
  certificate: null,
  content: {
    language: 'es',
    words: { participant: 'Participante', examiner: 'Examinadora', protocol: 'Protocolo' },
    organization: { name: 'Demo', lines: [] },
    participant: { code: 'DEMO-001' },
    session: { day: '2026-11-20', examiner: 'Elena Evaluadora', protocol: 'Lectura' },
    findings: [],
    not_judged: [],
  },
}

test('a signed report leads to its participant and to the result of its session', async () => {
  await show(<ReportPage />, {
    user: examiner,
    areas: ['clinical_reports'],
    path: '/dashboard/participant/reports/:participant_id/:report_id/',
    address: links.report(participant, report),
    answers: { 'GET /clinical_reports/{participant_id}/{report_id}/': { body: signed } },
  })
  const address = async (name: string) => (await screen.findByRole('link', { name })).getAttribute('href')
  expect(await address('DEMO-001')).toBe(links.participant(participant))
  expect(await address('Lectura · 2026-11-20')).toBe(links.protocolres(participant, session))
})
