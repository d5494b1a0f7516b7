// No schema is imported: the web loads this file alone.

/** Everything that an impersonation mode can switch off. */
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

/** What a call or a control asks of the person who uses it. */
export type Requirement = { role?: Role; feature?: Feature }

/** Who asks. `mode` is the feature table of the impersonation in force, or null: then every feature is on. */
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

/** The one rule about roles and features, asked by every server route and every control of the web. */
export function accessOf(actor: Actor, { role, feature }: Requirement): Access {
  if (role !== undefined && !has[role](actor.roles)) return { granted: false, code: 'permission_denied' }
  if (feature !== undefined && actor.mode !== null && actor.mode[feature] !== true)
    return { granted: false, code: 'feature_disabled' }
  return { granted: true }
}
