import type { NewTakeout } from '@fonema/contract'
import { call } from '../api/call.ts'
import { queryFor } from '../api/query.ts'

/** Whose data a list of takeouts contains. */
export type Scope = 'own' | 'organization'

export const lists = {
  own: {
    query: queryFor('GET /takeouts/'),
    order: (body: NewTakeout, idempotencyKey: string) => call('POST /takeouts/', { body, idempotencyKey }),
  },
  organization: {
    query: queryFor('GET /takeouts/organization/'),
    order: (body: NewTakeout, idempotencyKey: string) => call('POST /takeouts/organization/', { body, idempotencyKey }),
  },
}
