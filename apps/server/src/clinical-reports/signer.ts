import type { ReportLanguage, ReportSignature } from '@fonema/contract'
import type { Tx } from '../platform/database/database.ts'
import type { Examiner } from '../platform/http/principal.ts'
import { reportWords } from './words.ts'
import '../organization/tables.ts'

/**
 * The name and the role that a signature prints. The role is the signer's own in the organisation. Who works as an examiner
 * signs with both names.
 */
export async function signerOf(
  tx: Tx,
  { userId, impersonation }: Examiner,
  language: ReportLanguage,
): Promise<Pick<ReportSignature, 'name' | 'role'>> {
  const words = reportWords[language]
  const user = await people(tx)
    .select(['examiners.id as examiner', 'managers.id as manager', 'owner_user_id'])
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow()
  const roles = [
    user.examiner === null ? null : words.role_examiner,
    user.manager === null ? null : words.role_manager,
    user.owner_user_id === userId ? words.role_owner : null,
  ]
  const role = roles.filter((each) => each !== null).join(' · ') || words.role_user
  if (impersonation === null) return { name: nameOf(user), role }
  const examiner = await people(tx).where('examiners.id', '=', impersonation.examiner_id).executeTakeFirstOrThrow()
  return { name: `${nameOf(user)} ${words.working_as} ${nameOf(examiner)}`, role }
}

const people = (tx: Tx) =>
  tx
    .selectFrom('users')
    .leftJoin('managers', 'managers.user_id', 'users.id')
    .leftJoin('examiners', (join) =>
      join.onRef('examiners.user_id', '=', 'users.id').on('examiners.is_active', '=', true),
    )
    .innerJoin('organizations', 'organizations.id', 'users.organization_id')
    .select(['users.first_name', 'users.last_name'])

const nameOf = ({ first_name, last_name }: { first_name: string; last_name: string }) =>
  `${first_name} ${last_name}`.trim()
