import { z } from 'zod'
import { Credentials, UserInfo } from './auth.ts'
import { ApiError, BadRequest } from './errors.ts'
import { Id, requiredText, Timestamp } from './fields.ts'
import { SignInId } from './ids.ts'
import { PageQuery } from './pages.ts'
import { routes } from './route.ts'

/** A browser in which the user is signed in. */
export const SignedInBrowser = z.object({
  id: SignInId,
  /** What the browser said of itself at the sign-in; null for sign-ins of earlier versions. */
  user_agent: z.string().nullable(),
  created_at: Timestamp,
  last_active_at: Timestamp,
  /** The browser that asks. */
  is_current: z.boolean(),
})
export type SignedInBrowser = z.infer<typeof SignedInBrowser>

const OwnChanges = z.strictObject({ first_name: requiredText(150), last_name: requiredText(150), locale: Id }).partial()
export type OwnChanges = z.output<typeof OwnChanges>

/** These calls are about the account of the user who signed in, also during an impersonation. */
export const accountRoutes = routes({
  'PATCH /user/user_info/': {
    summary: 'Correct one’s own name, or change the language of one’s mails',
    access: {},
    body: OwnChanges,
    responses: { 200: UserInfo, 400: BadRequest },
  },
  'POST /user/password/': {
    summary: 'Change one’s own password, which needs the present one; ends every other session of the user',
    access: {},
    body: z.strictObject({ password: Credentials.shape.password, new_password: Credentials.shape.password }),
    responses: { 204: null, 400: BadRequest, 429: ApiError },
  },
  'GET /user/sign_ins/': {
    summary: 'The browsers in which the user is signed in, last used first',
    access: {},
    query: PageQuery,
    order: ['-last_active_at', '-id'],
    responses: { 200: z.array(SignedInBrowser) },
  },
  'DELETE /user/sign_ins/{sign_in_id}/': {
    summary: 'Sign out in another browser; it makes no difference if that one is already signed out',
    access: {},
    params: z.object({ sign_in_id: SignInId }),
    responses: { 204: null, 404: ApiError },
  },
})
