import type { Catalogue } from '../../content/catalogue.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Implement } from '../../platform/http/implement.ts'
import { changeTrust, listAccuracy } from './service.ts'

export function trustRoutes(implement: Implement, deps: { catalogue: Catalogue; clock: Clock }) {
  implement.inTenant('GET /ai/accuracy/', ({ tx }) => listAccuracy(deps, tx))
  implement.inTenant('PATCH /ai/accuracy/', async ({ tx, principal, body }) => {
    await changeTrust(deps, tx, principal, body)
    return undefined
  })
}
