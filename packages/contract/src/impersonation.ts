import { z } from 'zod'
import { Tokens } from './auth.ts'
import { ApiError } from './errors.ts'
import { Id } from './fields.ts'
import { routes } from './route.ts'

export const Impersonation = z.object({
  examiner_id: Id,
  first_name: z.string(),
  last_name: z.string(),
  mode: z.string(),
})
export type Impersonation = z.infer<typeof Impersonation>

export const impersonationRoutes = routes({
  'GET /user/impersonification': {
    summary: 'As whom the user may work, and in which mode',
    access: {},
    responses: { 200: z.array(Impersonation) },
  },
  'POST /user/impersonification/{examiner_id}/{mode}/': {
    summary:
      'Work as an examiner, as far as the mode goes; needs the cookie of the sign-in, and no impersonation under way',
    access: {},
    params: z.object({ examiner_id: Id, mode: z.string().max(50) }),
    responses: { 200: Tokens, 401: ApiError, 403: ApiError, 404: ApiError },
  },
  'POST /user/desimpersonification': {
    summary: 'Work as oneself again; needs the cookie of the sign-in',
    access: {},
    responses: { 200: Tokens, 401: ApiError, 409: ApiError },
  },
})
