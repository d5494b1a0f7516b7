import type {
  OrganizationId,
  RecordServer,
  WebhookDelivery,
  WebhookDeliveryId,
  WebhookEvent,
  WebhookFailure,
  WebhookId,
} from '@fonema/contract'
import type { ColumnType, Generated, JSONColumnType } from 'kysely'

declare module '../platform/database/tables.ts' {
  interface Tables {
    webhook_endpoints: {
      id: WebhookId
      organization_id: OrganizationId
      url: string
      events: WebhookEvent[]
      record_server: JSONColumnType<RecordServer> | null
      is_on: Generated<boolean>
      failing_since: Date | null
      paused_at: Date | null
      secret_made_at: Date
      created_at: Date
    }
    webhook_secrets: {
      endpoint_id: WebhookId
      organization_id: OrganizationId
      sealed: Buffer
      earlier_sealed: Buffer | null
      earlier_until: Date | null
    }
    webhook_deliveries: {
      id: WebhookDeliveryId
      organization_id: OrganizationId
      endpoint_id: WebhookId
      event: WebhookDelivery['event']
      data: ColumnType<Record<string, string>, string, string>
      state: Generated<WebhookDelivery['state']>
      attempts: Generated<number>
      first_attempt_at: Date | null
      last_attempt_at: Date | null
      next_attempt_at: Date | null
      claimed_until: Date | null
      failure: WebhookFailure | null
      answer_status: number | null
      answer_text: string | null
      created_at: Date
    }
  }
}
