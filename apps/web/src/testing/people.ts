import type { ExaminerId, Locale, OrganizationId, Participant, ParticipantId, User, UserId } from '@fonema/contract'
import type { CurrentUser } from '../api/current-user.ts'

export const idOf = <Id extends string>(number: number) =>
  `00000000-0000-4000-8000-${String(number).padStart(12, '0')}` as Id

export const argentina: Locale = { id: idOf(1), code: 'es-AR', lang: { id: idOf(5), code: 'es' }, country: 'AR' }

/** An examiner without an impersonation. */
export const examiner: CurrentUser = {
  user: {
    id: idOf<UserId>(2),
    first_name: 'Elena',
    last_name: 'Evaluadora',
    email: 'examiner@demo.example',
    locale: argentina,
    time_zone: null,
    tags: [],
    is_impersonifing: false,
    impersonification: null,
    has_many_participants: false,
    second_factor_needed: null,
    roles: {
      manager_id: null,
      examiner_id: idOf<ExaminerId>(3),
      is_manager: false,
      is_examiner: true,
      is_owner: false,
    },
    organization: {
      id: idOf<OrganizationId>(4),
      name: 'Demo',
      time_zone: 'America/Argentina/Buenos_Aires',
      is_demonstration: false,
      accent: null,
      logo: null,
      offline_participants: 'none',
    },
  },
  mode: null,
}

/** The same person as a manager sees them. */
export const elena: User = {
  id: examiner.user.id,
  first_name: examiner.user.first_name,
  last_name: examiner.user.last_name,
  email: examiner.user.email,
  roles: examiner.user.roles,
  locale: argentina.id,
  tags: [],
  is_impersonifing: false,
  is_active: true,
  has_second_factor: false,
  locked_until: null,
  state: 'active',
  last_sign_in: null,
  invited_at: null,
  invitation_mail: null,
}

/** An active participant, `P-001` and so on, without further data. */
export const participantOf = (number: number): Participant => ({
  id: idOf<ParticipantId>(1000 + number),
  code: `P-${String(number).padStart(3, '0')}`,
  locale: argentina.id,
  active: true,
  first_name: null,
  last_name: null,
  birthday: null,
  sex: null,
  education_years: null,
  occupation: null,
  diagnose: null,
  diagnose_date: null,
  phone: null,
  country: null,
  created_at: '2026-11-22T12:00:00Z',
})
