import type { ExaminerRecord, ImpersonationGrant, Organization, User } from '@fonema/contract'
import { call } from '../api/call.ts'
import { ApiFailure } from '../api/http.ts'

export type UserValues = {
  first_name: string
  last_name: string
  email: string
  locale: string
  tags: string[]
  is_active: boolean
  is_manager: boolean
  is_examiner: boolean
  surveys: string[]
  protocols: string[]
  grants: ImpersonationGrant[]
}

export type StoredUser = {
  user: User | null
  examiner: ExaminerRecord | undefined
  grants: readonly ImpersonationGrant[]
}

/** A new user gets everything that the organisation has. */
export const initialValues = (
  { user, examiner, grants }: StoredUser,
  { available_surveys, available_protocols }: Organization,
  localeId: string,
): UserValues => ({
  first_name: user?.first_name ?? '',
  last_name: user?.last_name ?? '',
  email: user?.email ?? '',
  locale: user?.locale ?? localeId,
  tags: user?.tags ?? [],
  is_active: user?.is_active ?? true,
  is_manager: user?.roles.is_manager ?? false,
  is_examiner: user?.roles.is_examiner ?? false,
  surveys: examiner?.surveys ?? available_surveys.map(({ id }) => id),
  protocols: examiner?.protocols ?? available_protocols.map(({ id }) => id),
  grants: [...grants],
})

/**
 * Saves a user with only the calls that have changes. The first creates or changes the user. If another call fails, the
 * remaining ones still run, and their errors are merged.
 *
 * @throws the first call's failure: without a user the other calls make no sense
 */
export async function saveUser(
  values: UserValues,
  { user, examiner, grants }: StoredUser,
  idempotencyKey: string,
): Promise<{ user: User; failures: unknown[] }> {
  const { first_name, last_name, email, locale, tags } = values
  const person = { first_name, last_name, locale, tags }
  const saved =
    user === null
      ? await call('POST /organizations/user/', { body: { ...person, email }, idempotencyKey })
      : isUnchanged(user, values)
        ? user
        : await call('PATCH /organizations/user/{user_id}/', {
            params: { user_id: user.id },
            body: { ...person, ...(values.is_active !== user.is_active && { is_active: values.is_active }) },
          })

  const failures: unknown[] = []
  for (const step of [() => saveExaminer(values, saved, examiner), () => saveManager(values, saved)]) {
    await step().catch((failure: unknown) => failures.push(failure))
  }
  if (JSON.stringify(values.grants) !== JSON.stringify(grants))
    await call('PATCH /organizations/impersonification/{user_id}/', {
      params: { user_id: saved.id },
      body: values.grants,
    }).catch((failure: unknown) => failures.push(failure))
  return { user: saved, failures }
}

async function saveExaminer(values: UserValues, { id, roles }: User, examiner: ExaminerRecord | undefined) {
  const { is_examiner, surveys, protocols } = values
  if (is_examiner && roles.examiner_id === null)
    await call('POST /organizations/examiners/', { body: { user_id: id, surveys, protocols } })
  else if (is_examiner && roles.examiner_id !== null && !isSame(examiner, values))
    await call('PATCH /organizations/examiners/{examiner_id}/', {
      params: { examiner_id: roles.examiner_id },
      body: { surveys, protocols },
    })
  else if (!is_examiner && roles.examiner_id !== null)
    await call('DELETE /organizations/examiners/{examiner_id}/', { params: { examiner_id: roles.examiner_id } })
}

async function saveManager({ is_manager }: UserValues, { id, roles }: User) {
  if (is_manager && roles.manager_id === null) await call('POST /organizations/managers/', { body: { user_id: id } })
  else if (!is_manager && roles.manager_id !== null)
    await call('DELETE /organizations/managers/{manager_id}/', { params: { manager_id: roles.manager_id } })
}

const isUnchanged = (user: User, values: UserValues) =>
  (['first_name', 'last_name', 'locale', 'is_active'] as const).every((field) => user[field] === values[field]) &&
  listOf(user.tags) === listOf(values.tags)

const isSame = (examiner: ExaminerRecord | undefined, { surveys, protocols }: UserValues) =>
  examiner !== undefined &&
  listOf(examiner.surveys) === listOf(surveys) &&
  listOf(examiner.protocols) === listOf(protocols)

const listOf = (ids: readonly string[]) => [...ids].sort().join()

/** Merges failures: all refused fields, or the first failure without fields. */
export function mergeFailures(failures: readonly unknown[]): unknown {
  const refused = failures.filter((failure) => failure instanceof ApiFailure && failure.status === 400)
  if (refused.length < failures.length) return failures.find((failure) => !refused.includes(failure))
  const fields = Object.assign({}, ...refused.map((failure) => (failure as ApiFailure).fields))
  return new ApiFailure(400, 'invalid_inputs', fields)
}
