import type { Feature } from './access.ts'

// Imports no schema: the web loads this file alone.

/** What a service account may be allowed to do. Each scope opens the routes that name it, and nothing else. */
export const scopes = [
  'participants:read',
  'participants:write',
  'results:read',
  'surveys:read',
  'audio:read',
  'visits:write',
  'exports:write',
  'statistics:read',
] as const
export type Scope = (typeof scopes)[number]

/** The features that the routes of a scope need. Fields of an answer that need another one are left out. */
export const featuresOfScope: Readonly<Record<Scope, readonly Feature[]>> = {
  'participants:read': [],
  'participants:write': ['createParticipant', 'editParticipant'],
  'results:read': ['readProtocolRes', 'downloadProtocolRes'],
  'surveys:read': ['readSurveyRes', 'downloadSurveyRes'],
  'audio:read': ['readProtocolRes', 'downloadProtocolRes'],
  'visits:write': ['recordProtocol'],
  'exports:write': ['admin'],
  'statistics:read': ['admin'],
}

/** A key never lasts longer. */
export const longestKeyDays = 730
/** Two, so that a program can change to a new key while the earlier one still works. */
export const validKeysOfAccount = 2
