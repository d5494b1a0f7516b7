import type { ExaminerId, OrganizationId, UserId } from '@fonema/contract'
import type { CurrentUser } from '../api/current-user.ts'

/** Who is signed in on the page of components. */
export const person: CurrentUser = {
  user: {
    id: '00000000-0000-4000-8000-000000000001' as UserId,
    first_name: 'Elena',
    last_name: 'Evaluadora',
    email: 'examiner@demo.example',
    locale: {
      id: '00000000-0000-4000-8000-000000000002',
      code: 'es-AR',
      lang: { id: '00000000-0000-4000-8000-000000000003', code: 'es' },
      country: 'AR',
    },
    time_zone: null,
    tags: [],
    is_impersonifing: false,
    has_many_participants: false,
    impersonification: null,
    second_factor_needed: null,
    roles: {
      manager_id: null,
      examiner_id: '00000000-0000-4000-8000-000000000004' as ExaminerId,
      is_manager: false,
      is_examiner: true,
      is_owner: false,
    },
    organization: {
      id: '00000000-0000-4000-8000-000000000005' as OrganizationId,
      name: 'Clínica del Ñandú',
      time_zone: 'America/Argentina/Buenos_Aires',
      is_demonstration: false,
      accent: null,
      logo: null,
      offline_participants: 'none',
    },
  },
  mode: null,
}
