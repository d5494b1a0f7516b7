/** What another system can be informed of. */
export const webhookEvents = [
  'session.completed',
  'results.ready',
  'report.signed',
  'participant.erased',
  'consent.withdrawn',
] as const
export type WebhookEvent = (typeof webhookEvents)[number]

/** How the server signs in at a FHIR server: not at all, with a fixed token, or by OAuth's client credentials. */
export const recordSignIns = ['none', 'bearer', 'client_credentials'] as const

export const webhookStates = ['pending', 'delivered', 'dead'] as const
