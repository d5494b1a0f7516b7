import type { Auth } from '../auth/service.ts'
import type { Database } from '../platform/database/database.ts'
import { AppError } from '../platform/http/errors.ts'
import type { Implement } from '../platform/http/implement.ts'
import { findOffer, listOffers, setActing } from './queries.ts'

/** Working as an examiner is a state of the session: every token of it, in every tab, works as the same one. */
export function impersonationRoutes(implement: Implement, { database, auth }: { database: Database; auth: Auth }) {
  implement('GET /user/impersonification', ({ principal }) =>
    database.tenant(principal.organizationId, (tx) => listOffers(tx, principal.userId)),
  )

  implement('POST /user/impersonification/{examiner_id}/{mode}/', async ({ principal, params }) => {
    if (principal.impersonation !== null) throw new AppError('permission_denied')
    await database.tenant(principal.organizationId, async (tx) => {
      if ((await findOffer(tx, principal.userId, params)) === undefined) throw new AppError('not_found')
      await setActing(tx, principal.sessionId, params)
    })
    return auth.issueTokens(principal)
  })

  implement('POST /user/desimpersonification', async ({ principal }) => {
    if (principal.impersonation !== null)
      await database.tenant(principal.organizationId, (tx) => setActing(tx, principal.sessionId, null))
    return auth.issueTokens(principal)
  })
}
