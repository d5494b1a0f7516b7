// Imports no schema: the web loads this file alone.

/** Everything that an impersonation mode can turn off. */
export const features = [
  'archiveParticipant',
  'recordProtocol',
  'recordSurvey',
  'createParticipant',
  'editParticipant',
  'editFiles',
  'readFiles',
  'readProtocolRes',
  'readSurveyRes',
  'archiveProtocolRes',
  'archiveSurveyRes',
  'downloadSurveyRes',
  'downloadProtocolRes',
  'admin',
] as const
export type Feature = (typeof features)[number]

export type Role = 'examiner' | 'manager' | 'owner'

/** The rights that a call or a control requires. */
export type Requirement = {
  role?: Role
  feature?: Feature
  /** A second feature that it needs as well. */
  also?: Feature
}

/** The user who calls. `mode` is the feature table of the current impersonation, or null: then every feature is on. */
export type Actor = {
  roles: { is_examiner: boolean; is_manager: boolean; is_owner: boolean }
  mode: Partial<Record<Feature, boolean>> | null
}

export type Access = { granted: true } | { granted: false; code: 'permission_denied' | 'feature_disabled' }

const has = {
  examiner: (roles: Actor['roles']) => roles.is_examiner,
  manager: (roles: Actor['roles']) => roles.is_manager || roles.is_owner,
  owner: (roles: Actor['roles']) => roles.is_owner,
} satisfies Record<Role, (roles: Actor['roles']) => boolean>

/** The only rule about roles and features. Every server route and every control of the web uses it. */
export function accessOf(actor: Actor, { role, feature, also }: Requirement): Access {
  if (role !== undefined && !has[role](actor.roles)) return { granted: false, code: 'permission_denied' }
  const isOff = (name: Feature | undefined) => name !== undefined && actor.mode !== null && actor.mode[name] !== true
  if (isOff(feature) || isOff(also)) return { granted: false, code: 'feature_disabled' }
  return { granted: true }
}
