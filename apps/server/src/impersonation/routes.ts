import type { Auth } from '../auth/service.ts'
import type { Database } from '../platform/database/database.ts'
import { cookieOf } from '../platform/http/cookies.ts'
import { AppError } from '../platform/http/errors.ts'
import type { Implement } from '../platform/http/implement.ts'
import { endActing, findOffer, listOffers, startActing } from './queries.ts'

/** Working as an examiner is a state of the session: every token of it, in every tab, works as the same one. */
export function impersonationRoutes(implement: Implement, { database, auth }: { database: Database; auth: Auth }) {
  implement('GET /user/impersonification', ({ principal }) =>
    database.tenant(principal.organizationId, (tx) => listOffers(tx, principal.userId)),
  )

  implement('POST /user/impersonification/{examiner_id}/{mode}/', ({ principal, params, request }) => {
    if (principal.impersonation !== null) throw new AppError('permission_denied')
    return database.tenant(principal.organizationId, async (tx) => {
      if ((await findOffer(tx, principal.userId, params)) === undefined) throw new AppError('not_found')
      const tokens = await auth.replaceTokens(tx, principal, cookieOf(request, 'browser'))
      if (!(await startActing(tx, principal.sessionId, params))) throw new AppError('permission_denied')
      return tokens
    })
  })

  implement('POST /user/desimpersonification', ({ principal, request }) =>
    database.tenant(principal.organizationId, async (tx) => {
      if (principal.impersonation === null) throw new AppError('conflict')
      const tokens = await auth.replaceTokens(tx, principal, cookieOf(request, 'browser'))
      if (!(await endActing(tx, principal.sessionId))) throw new AppError('conflict')
      return tokens
    }),
  )
}
