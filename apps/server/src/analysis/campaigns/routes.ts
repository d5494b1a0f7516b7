import type { Clock } from '../../platform/clock.ts'
import { once } from '../../platform/http/idempotency.ts'
import type { Implement } from '../../platform/http/implement.ts'
import { campaigns, toCampaign } from './queries.ts'
import { cancelCampaign, pauseCampaign, resumeCampaign, sizeOf, startCampaign } from './service.ts'

export function campaignRoutes(implement: Implement, deps: { clock: Clock }) {
  const { clock } = deps
  const one = '/measuring/campaigns/{campaign_id}/' as const

  implement.inTenant('GET /measuring/campaigns/', async ({ tx, page }) =>
    (await page.read(tx, campaigns(tx))).map((row) => toCampaign(row, clock.now())),
  )
  implement.inTenant('GET /measuring/campaigns/size/', ({ tx, principal, query }) => sizeOf(deps, tx, principal, query))
  implement.inTenant('POST /measuring/campaigns/', ({ tx, principal, body, request }) =>
    once(tx, clock, request, principal, () => startCampaign(deps, tx, principal, body)),
  )
  implement.inTenant(`POST ${one}pause/`, ({ tx, params }) => pauseCampaign(deps, tx, params.campaign_id))
  implement.inTenant(`POST ${one}resume/`, ({ tx, params }) => resumeCampaign(deps, tx, params.campaign_id))
  implement.inTenant(`POST ${one}cancel/`, ({ tx, params }) => cancelCampaign(deps, tx, params.campaign_id))
}
