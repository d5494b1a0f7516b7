import type { Catalogue } from '../../content/catalogue.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Implement } from '../../platform/http/implement.ts'
import { changeCutOff, listCutOffs } from './cut-offs.ts'

export function indexRoutes(implement: Implement, deps: { catalogue: Catalogue; clock: Clock }) {
  implement.inTenant('GET /ai/cut_offs/', async ({ tx, page }) => page.cut(await listCutOffs(tx)))

  implement.inTenant('PATCH /ai/cut_offs/', async ({ tx, principal, body }) => {
    await changeCutOff(deps, tx, principal, body)
    return undefined
  })
}
