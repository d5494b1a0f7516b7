import type {
  ClinicalReportSummary,
  ParticipantFile,
  ProtocolResponseSummary,
  SurveyResponseSummary,
  Visit,
} from '@fonema/contract'

// What a participant may have, for tests. Each has the number in its id.

export const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

const participant = { id: idOf(1001), code: 'P-001' }

export const sessionOf = (number: number, date_created: string, more: Partial<ProtocolResponseSummary> = {}) =>
  ({
    id: idOf(number),
    participant: participant.id,
    timestamp: date_created,
    date_created,
    active: true,
    is_completed: true,
    comment: null,
    protocol: { id: idOf(900), name: 'Voz y articulación', item_count: 5, is_practice: false },
    answered_count: 5,
    ...more,
  }) as unknown as ProtocolResponseSummary

export const surveyOf = (number: number, date_created: string) =>
  ({
    id: idOf(number),
    participant: participant.id,
    date_created,
    active: true,
    is_completed: true,
    survey_id: idOf(901),
    survey: { id: idOf(901), name: 'Mi voz' },
    scores: [],
    alerts: [],
  }) as unknown as SurveyResponseSummary

export const visitOf = (number: number, date: string, more: Partial<Visit> = {}) =>
  ({
    id: idOf(number),
    participant: { id: participant.id, code: participant.code, first_name: null, last_name: null },
    protocol: { id: idOf(900), name: 'Voz y articulación' },
    survey: null,
    planned_at: `${date}T12:00:00.000Z`,
    date,
    time: '09:00',
    tolerance_days: 0,
    duration_min: null,
    note: null,
    state: 'planned',
    series: null,
    fulfilled_by: null,
    ...more,
  }) as unknown as Visit

export const reportOf = (number: number, created_at: string, more: Partial<ClinicalReportSummary> = {}) =>
  ({
    id: idOf(number),
    participant: participant.id,
    session: idOf(1),
    session_day: created_at.slice(0, 10),
    protocol: 'Voz y articulación',
    number: '2026-0007',
    version: 1,
    state: 'draft',
    language: 'es',
    created_at,
    reason: null,
    signature: null,
    revoked_at: null,
    pdf_sha256: null,
    ...more,
  }) as unknown as ClinicalReportSummary

export const fileOf = (number: number, date_created: string) =>
  ({
    id: idOf(number),
    filename: 'audiometria.pdf',
    label: null,
    content_type: 'application/pdf',
    size: 1000,
    sha256: '',
    date_created,
  }) as unknown as ParticipantFile
