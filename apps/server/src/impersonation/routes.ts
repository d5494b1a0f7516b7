import type { Auth } from '../auth/service.ts'
import { cookieOf } from '../platform/http/cookies.ts'
import { AppError } from '../platform/http/errors.ts'
import type { Implement } from '../platform/http/implement.ts'
import { endActing, findOffer, listOffers, startActing } from './queries.ts'

/** An impersonation belongs to the session: every token of it, in every tab, works as the same examiner. */
export function impersonationRoutes(implement: Implement, { auth }: { auth: Auth }) {
  implement.inTenant('GET /user/impersonification', ({ tx, principal, page }) => listOffers(tx, page, principal.userId))

  implement.inTenant(
    'POST /user/impersonification/{examiner_id}/{mode}/',
    async ({ tx, principal, params, request }) => {
      if (principal.impersonation !== null) throw new AppError('permission_denied')
      if ((await findOffer(tx, principal.userId, params)) === undefined) throw new AppError('not_found')
      const tokens = await auth.replaceTokens(tx, principal, cookieOf(request, 'browser'))
      if (!(await startActing(tx, principal.sessionId, params))) throw new AppError('permission_denied')
      return tokens
    },
  )

  implement.inTenant('POST /user/desimpersonification', async ({ tx, principal, request }) => {
    if (principal.impersonation === null) throw new AppError('conflict')
    const tokens = await auth.replaceTokens(tx, principal, cookieOf(request, 'browser'))
    if (!(await endActing(tx, principal.sessionId))) throw new AppError('conflict')
    return tokens
  })
}
