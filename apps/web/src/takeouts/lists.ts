import type { NewOrganizationTakeout, Takeout } from '@fonema/contract'
import { call } from '../api/call.ts'
import { queryFor } from '../api/query.ts'

/** Whose data a list of takeouts contains. */
export type Scope = 'own' | 'organization'

export const lists = {
  own: {
    query: queryFor('GET /takeouts/'),
    order: ({ form: _, ...body }: NewOrganizationTakeout, idempotencyKey: string) =>
      call('POST /takeouts/', { body, idempotencyKey }),
  },
  organization: {
    query: queryFor('GET /takeouts/organization/'),
    order: (body: NewOrganizationTakeout, idempotencyKey: string) =>
      call('POST /takeouts/organization/', { body, idempotencyKey }),
  },
}

/** Kinds of which one may be ordered a day. */
export type Kind = 'with_names' | 'deidentified' | 'research'

export const kindOf = ({ form, deidentified }: Pick<Takeout, 'form' | 'deidentified'>): Kind =>
  form === 'research' ? 'research' : deidentified ? 'deidentified' : 'with_names'
