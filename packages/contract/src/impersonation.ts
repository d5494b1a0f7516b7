import { z } from 'zod'
import { Tokens } from './auth.ts'
import { ApiError } from './errors.ts'
import { ExaminerId } from './ids.ts'
import { PageQuery } from './pages.ts'
import { routes } from './route.ts'

export const Impersonation = z.object({
  examiner_id: ExaminerId,
  first_name: z.string(),
  last_name: z.string(),
  mode: z.string(),
})
export type Impersonation = z.infer<typeof Impersonation>

export const impersonationRoutes = routes({
  'GET /user/impersonification': {
    summary: 'The examiners in whose name the user may work, and the modes',
    access: {},
    query: PageQuery,
    order: ['last_name', 'first_name', 'mode', 'examiner_id'],
    responses: { 200: z.array(Impersonation) },
  },
  'POST /user/impersonification/{examiner_id}/{mode}/': {
    summary: 'Work as an examiner, within the mode; needs the sign-in cookie, and no impersonation may be active',
    access: {},
    params: z.object({ examiner_id: ExaminerId, mode: z.string().max(50) }),
    responses: { 200: Tokens, 401: ApiError, 403: ApiError, 404: ApiError },
  },
  'POST /user/desimpersonification': {
    summary: 'End the impersonation; needs the sign-in cookie',
    access: {},
    responses: { 200: Tokens, 401: ApiError, 409: ApiError },
  },
})
