/** Every address of the application, with the specification's link names. All end with a slash. */
export const links = {
  signIn: '/',
  resetPassword: '/reset_password/',
  setup: '/setup/',
  policy: '/policy/',
  terms: '/terms/',
  dashboard: '/dashboard/',
  admin: '/admin/',
  account: '/account/',
  secondFactor: '/second_factor/',
  agenda: '/dashboard/agenda/',
  participant: (participantId: string) => `/dashboard/participant/${participantId}/`,
  editParticipant: (participantId: string) => `/dashboard/participant/edit/${participantId}/`,
  /** Records a protocol with a participant. */
  protocol: (participantId: string) => `/dashboard/participant/protocol/${participantId}/`,
  resume: (participantId: string, protocolresId: string) =>
    `/dashboard/participant/protocol/resume/${participantId}/${protocolresId}/`,
  /** The result of a session. */
  protocolres: (participantId: string, protocolresId: string) =>
    `/dashboard/participant/protocol_result/${participantId}/${protocolresId}/`,
} as const
