import { z } from 'zod'
import { ApiError } from './errors.ts'
import { Timestamp } from './fields.ts'
import { UserId } from './ids.ts'
import { User } from './organization.ts'
import { routes } from './route.ts'

const manages = { role: 'manager', feature: 'admin' } as const
const params = z.object({ user_id: UserId })

export const invitationRoutes = routes({
  'POST /organizations/user/{user_id}/invitation/': {
    summary: 'Mail a new link to a user without a password; earlier links end',
    access: manages,
    repeatable: true,
    params,
    responses: { 201: User, 404: ApiError, 409: ApiError },
  },
  'POST /organizations/user/{user_id}/invitation/link/': {
    summary:
      'A new link for a user without a password, to pass on by hand; earlier links end. Only the owner gets that of a manager',
    access: manages,
    params,
    responses: {
      200: z.object({ link: z.string(), expires_at: Timestamp }),
      403: ApiError,
      404: ApiError,
      409: ApiError,
    },
  },
})
