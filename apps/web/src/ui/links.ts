/** Every address of the application, with the specification's link names. All end with a slash. */
export const links = {
  signIn: '/',
  resetPassword: '/reset_password/',
  setup: '/setup/',
  policy: '/policy/',
  terms: '/terms/',
  /** A second window that shows what the recorder sends. */
  participantScreen: '/participant-screen/',
  dashboard: '/dashboard/',
  admin: '/admin/',
  protocols: '/admin/protocols/',
  /** The studio of one protocol of the organisation. */
  protocolDraft: (draftId: string) => `/admin/protocols/${draftId}/`,
  surveys: '/admin/surveys/',
  /** The builder of one survey of the organisation. */
  surveyDraft: (draftId: string) => `/admin/surveys/${draftId}/`,
  /** The rooms of the administration. People is its entry. */
  rooms: {
    people: '/admin/',
    overview: '/admin/overview/',
    content: '/admin/content/',
    norms: '/admin/norms/',
    recognition: '/admin/recognition/',
    reports: '/admin/reports/',
    data: '/admin/data/',
    sign_in: '/admin/sign-in/',
    security: '/admin/security/',
    organization: '/admin/organization/',
    webhooks: '/admin/webhooks/',
  },
  account: '/account/',
  help: '/help/',
  secondFactor: '/second_factor/',
  agenda: '/dashboard/agenda/',
  /** The patient of a launch from a health record. */
  launched: (state: string) => `/dashboard/launch/?${new URLSearchParams({ state })}`,
  participant: (participantId: string) => `/dashboard/participant/${participantId}/`,
  editParticipant: (participantId: string) => `/dashboard/participant/edit/${participantId}/`,
  /** Records a protocol with a participant: the given one, or one to be chosen; with a visit, to fulfil it. */
  protocol: (participantId: string, protocolId?: string, visitId?: string) => {
    const query = new URLSearchParams()
    if (protocolId !== undefined) query.set('protocol', protocolId)
    if (visitId !== undefined) query.set('visit', visitId)
    return `/dashboard/participant/protocol/${participantId}/${query.size > 0 ? `?${query}` : ''}`
  },
  resume: (participantId: string, protocolresId: string) =>
    `/dashboard/participant/protocol/resume/${participantId}/${protocolresId}/`,
  /** The recordings of a whole session, and their cuts. */
  sessionRecordings: (participantId: string, protocolresId: string) =>
    `/dashboard/participant/protocol/recordings/${participantId}/${protocolresId}/`,
  /** The result of a session. */
  protocolres: (participantId: string, protocolresId: string) =>
    `/dashboard/participant/protocol_result/${participantId}/${protocolresId}/`,
  /** Two sessions side by side: an earlier one and a later one. */
  compareSessions: (participantId: string, earlierId: string, laterId: string) =>
    `/dashboard/participant/protocol_result/${participantId}/${earlierId}/compare/${laterId}/`,
  /** The reports of a participant; with a session, to prepare one about it. */
  reports: (participantId: string, sessionId?: string) =>
    `/dashboard/participant/reports/${participantId}/${sessionId === undefined ? '' : `?session=${sessionId}`}`,
  report: (participantId: string, reportId: string) => `/dashboard/participant/reports/${participantId}/${reportId}/`,
  /** A template of reports; `new` for another one. */
  reportTemplate: (templateId: string) => `/admin/report_template/${templateId}/`,
} as const
