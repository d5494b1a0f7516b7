import type { OrganizationId, ReminderKind, UserId } from '@fonema/contract'

declare module '../../platform/database/tables.ts' {
  interface Tables {
    reminder_choices: {
      user_id: UserId
      organization_id: OrganizationId
      visits_today: boolean
      visits_overdue: boolean
    }
    reminder_mails: {
      user_id: UserId
      kind: ReminderKind
      day: string
      organization_id: OrganizationId
      state: 'queued' | 'sending' | 'sent' | 'dropped' | 'failed'
      changed_at: Date
    }
  }
}
