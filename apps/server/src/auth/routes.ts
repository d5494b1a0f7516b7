import type { Implement } from '../platform/http/implement.ts'
import { networkOf } from '../platform/http/rate-limits.ts'
import type { Auth } from './service.ts'

export function authRoutes(implement: Implement, auth: Auth) {
  implement('POST /user/api/token/', ({ body, request }) => auth.signIn(body, networkOf(request.ip)))
  implement('POST /user/api/token/refresh/', ({ body }) => auth.refresh(body.refresh, body.active === true))
  implement('POST /user/api/token/verify/', async ({ body }) => {
    await auth.authenticate(body.token)
    return {}
  })
  // The one who signed in, also while acting for somebody else: the browser is theirs.
  implement('GET /user/outbox_key/', async ({ principal }) => auth.outboxKey(principal.userId))
  implement('POST /user/logout/', async ({ principal }) => {
    await auth.signOut(principal.sessionId)
    return undefined
  })
}

/** `Authorization: Bearer <access>`. */
export function bearerToken(authorization: string | undefined): string {
  return /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(authorization ?? '')?.[1] ?? ''
}
