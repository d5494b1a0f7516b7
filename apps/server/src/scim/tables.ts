import type { OrganizationId, ScimGroupId, ScimTokenId, UserId } from '@fonema/contract'
import type { Generated } from 'kysely'

declare module '../platform/database/tables.ts' {
  interface Tables {
    scim_tokens: {
      id: ScimTokenId
      organization_id: OrganizationId
      name: string
      hash: Buffer
      created_at: Date
      created_by: UserId
      last_used_at: Date | null
    }
    scim_users: {
      user_id: UserId
      organization_id: OrganizationId
      external_id: string | null
      is_deleted: Generated<boolean>
      modified_at: Date
    }
    scim_groups: {
      id: ScimGroupId
      organization_id: OrganizationId
      display_name: string
      external_id: string | null
      created_at: Date
      modified_at: Date
    }
    scim_group_members: { group_id: ScimGroupId; user_id: UserId; organization_id: OrganizationId }
    scim_group_rules: {
      id: string
      organization_id: OrganizationId
      group_name: string
      role: 'examiner' | 'manager' | null
      tags: string[]
    }
    scim_given: { user_id: UserId; kind: 'role' | 'tag'; value: string; organization_id: OrganizationId }
  }
}
