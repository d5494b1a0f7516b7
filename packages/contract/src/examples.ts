const id = (end: string) => `01a1998e-4400-79f8-8df2-${end.padStart(12, '0')}`
const created_at = '2026-11-20T08:38:00.000Z'

const registration = {
  code: 'P-7',
  first_name: 'Ana',
  last_name: 'Díaz',
  birthday: '1950-02-03',
  sex: 'f',
  education_years: 12,
  occupation: 'Maestra',
  diagnose: null,
  diagnose_date: null,
  locale: id('1'),
  phone: '+541143210000',
  country: 'AR',
}
const locale = { id: id('1'), code: 'es-AR', lang: { id: id('2'), code: 'es' }, country: 'AR' }
const person = { first_name: 'Eva', last_name: 'Ruiz' }

/** Examples of the schemas that integrators meet first, by schema name. */
export const schemaExamples: Readonly<Record<string, unknown>> = {
  Id: id('7'),
  Timestamp: created_at,
  CalendarDate: '2026-11-20',
  Credentials: { email: 'examiner@clinic.example', password: 'Correct-Horse-7!' },
  Tokens: { access: 'eyJhbGciOi…', refresh: 'q0x7Zr…' },
  Locale: locale,
  NewParticipant: registration,
  ParticipantChanges: { first_name: 'Ana María', phone: '' },
  Participant: { id: id('7'), ...registration, active: true, created_at },
  CalendarEvent: {
    id: id('8'),
    kind: 'protocolres',
    title: 'Voz sostenida',
    date: created_at,
    is_completed: true,
    participant: { id: id('7'), code: 'P-7', first_name: 'Ana', last_name: 'Díaz' },
  },
  ActivityEvent: {
    id: '1042',
    kind: 'participants',
    date_created: created_at,
    action: 'create',
    user: { id: id('3'), ...person },
    examiner: { id: id('4'), user_id: id('3'), ...person },
    participant: { id: id('7'), code: 'P-7' },
  },
  NewUser: { ...person, email: 'eva@clinic.example', locale: id('1'), tags: ['norte'] },
  NewExaminer: { user_id: id('3'), surveys: [id('5')], protocols: [id('6')] },
  ImpersonationGrant: { examiner_id: id('4'), mode: 'full' },
  NewSurveyResponse: { survey_id: id('5'), response: { hearing: 'well', takes_medication: 'no' } },
  Skip: { skipped_purpose: 'La persona está cansada' },
  ContentUnitDecision: { unit: 'una escalera', choice: 'said' },
  FluencyDecision: { word: 'axolote', beside: '', choice: 'count' },
  NewTranscript: { text: 'el sol brilla', based_on: 1 },
  NewTakeout: { start_date: '2026-01-01', end_date: '2026-06-30', include_audio: true, deidentified: true },
  Link: { url: '/api/links/eyJhbGciOi…', expires_at: created_at },
  ExaminerStats: {
    examiner_id: id('4'),
    number_of_participants: 12,
    number_of_protocolsres_completed: 30,
    number_of_surveyres: 9,
  },
}
