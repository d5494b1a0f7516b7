import { z } from 'zod'
import { ApiError, BadRequest } from './errors.ts'
import { CalendarDate, Timestamp } from './fields.ts'
import { CampaignId, ProtocolId } from './ids.ts'
import { PageQuery } from './pages.ts'
import { routes } from './route.ts'

/**
 * The recordings that a campaign measures again: those of a protocol in all of its versions, and of sessions between two
 * days of the organisation's calendar, both included. Null: no limit.
 */
const scope = {
  protocol_id: ProtocolId.nullable(),
  from: CalendarDate.nullable(),
  to: CalendarDate.nullable(),
}

const campaign = {
  id: CampaignId,
  created_at: Timestamp,
  /** Who asked for it. */
  requested_by: z.object({ first_name: z.string(), last_name: z.string() }),
  ...scope,
  /** The name of the protocol; null: of all protocols. */
  protocol: z.string().nullable(),
  /** How many recordings it measures. */
  takes: z.int(),
  done: z.int(),
  /** Those that could not be measured whole. Their earlier results stay. */
  failed: z.int(),
  /** Those of the measured with a result that differs from the earlier one, or that had none. */
  changed: z.int(),
  left: z.int(),
}

/** Measuring stored recordings again. */
export const Campaign = z.discriminatedUnion('state', [
  z.object({
    ...campaign,
    state: z.literal('running'),
    /** From the rate since it started or was resumed; null: too little is measured to tell. */
    expected_end: Timestamp.nullable(),
    ended_at: z.null(),
  }),
  z.object({ ...campaign, state: z.literal('paused'), expected_end: z.null(), ended_at: z.null() }),
  z.object({ ...campaign, state: z.enum(['ended', 'cancelled']), expected_end: z.null(), ended_at: Timestamp }),
])
export type Campaign = z.infer<typeof Campaign>

export const CampaignScope = z.strictObject({
  protocol_id: ProtocolId.nullable().optional(),
  from: CalendarDate.nullable().optional(),
  to: CalendarDate.nullable().optional(),
})
export type CampaignScope = z.output<typeof CampaignScope>

const manages = { role: 'manager', feature: 'admin' } as const
const params = z.object({ campaign_id: CampaignId })
const changes = { access: manages, params, responses: { 200: Campaign, 404: ApiError, 409: ApiError } } as const

export const campaignRoutes = routes({
  'GET /measuring/campaigns/': {
    summary: 'The campaigns that measure recordings again, newest first',
    access: manages,
    query: PageQuery,
    order: ['-id'],
    responses: { 200: z.array(Campaign), 304: null },
  },
  'GET /measuring/campaigns/size/': {
    summary: 'How many recordings a campaign would measure',
    access: manages,
    query: z.object({
      protocol_id: ProtocolId.optional(),
      from: CalendarDate.optional(),
      to: CalendarDate.optional(),
    }),
    responses: { 200: z.object({ takes: z.int() }), 400: BadRequest },
  },
  'POST /measuring/campaigns/': {
    summary: 'Measure recordings again, after everything that somebody waits for; one campaign at a time',
    access: manages,
    repeatable: true,
    body: CampaignScope,
    responses: { 201: Campaign, 400: BadRequest, 409: ApiError },
  },
  'POST /measuring/campaigns/{campaign_id}/pause/': {
    summary: 'Pause a running campaign; what is being measured is finished',
    ...changes,
  },
  'POST /measuring/campaigns/{campaign_id}/resume/': { summary: 'Continue a paused campaign', ...changes },
  'POST /measuring/campaigns/{campaign_id}/cancel/': {
    summary: 'End a campaign early; what it measured stays',
    ...changes,
  },
})
