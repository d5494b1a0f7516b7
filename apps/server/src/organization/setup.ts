import { type OrganizationId, SetupFields } from '@fonema/contract'
import type { Kysely } from 'kysely'
import { passwordProblems } from '../auth/password-strength.ts'
import { emailKeyOf } from '../auth/queries.ts'
import { hashOfToken, newSecret as newToken } from '../auth/tokens.ts'
import type { Catalogue } from '../content/catalogue.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import { AppError, InvalidFields, parseFields } from '../platform/http/errors.ts'
import type { Implement } from '../platform/http/implement.ts'
import { newId } from '../platform/ids.ts'
import { createOrganization } from './service.ts'
import '../auth/tables.ts'

type SetupDeps = { database: Database; clock: Clock }

const lifetimeHours = 24

/** Whether no account exists, and so no organisation. */
const isEmpty = async (db: Kysely<Tables>) =>
  (await db.selectFrom('credentials').select('user_id').limit(1).executeTakeFirst()) === undefined

/**
 * Creates a token for the first organisation; undefined if there is one. Tokens of other processes that start at the
 * same time stay valid.
 */
export async function issueSetupToken({ database, clock }: SetupDeps): Promise<string | undefined> {
  if (!(await isEmpty(database.shared))) return undefined
  const now = clock.now()
  const token = newToken()
  await database.shared.transaction().execute(async (tx) => {
    await tx.deleteFrom('setup_tokens').where('expires_at', '<=', now).execute()
    const expires_at = new Date(now.getTime() + lifetimeHours * 3600_000)
    await tx
      .insertInto('setup_tokens')
      .values({ hash: hashOfToken(token), created_at: now, expires_at })
      .execute()
  })
  return token
}

export function setupRoutes(
  implement: Implement,
  { database, clock, catalogue }: SetupDeps & { catalogue: Catalogue },
) {
  implement('POST /setup/validate_token/', async ({ body }) => {
    const found = await database.shared
      .selectFrom('setup_tokens')
      .select('hash')
      .where('hash', '=', hashOfToken(body.token))
      .where('expires_at', '>', clock.now())
      .executeTakeFirst()
    if (found === undefined || !(await isEmpty(database.shared))) throw new AppError('invalid_token')
    return { locales: catalogue.locales }
  })

  implement('POST /setup/', async ({ body, reply }) => {
    const now = clock.now()
    const id = newId<OrganizationId>(now)
    const name = await database.tenant(id, async (tx) => {
      // Deletes all tokens: of two simultaneous uses the second waits for the first and then finds no token.
      const tokens = await tx.deleteFrom('setup_tokens').returning(['hash', 'expires_at']).execute()
      const hash = hashOfToken(body.token)
      const isGood = tokens.some((token) => token.hash.equals(hash) && token.expires_at > now)
      if (!isGood || !(await isEmpty(tx))) throw new AppError('invalid_token')

      const clinic = parseFields(SetupFields, body.clinic)
      if (!catalogue.isLocale(clinic.locale)) throw new InvalidFields({ locale: ['invalid'] })
      const problems = passwordProblems(clinic.password, emailKeyOf(clinic.email))
      if (problems.length > 0) throw new InvalidFields({ password: problems })
      const { organization_name, time_zone, locale, is_examiner, ...person } = clinic
      await createOrganization(tx, { id, name: organization_name, timeZone: time_zone, isDemonstration: false, now }, [
        { ...person, localeId: locale, roles: ['owner', 'manager', ...(is_examiner ? ['examiner' as const] : [])] },
      ])
      return organization_name
    })
    return reply.code(201).send({ organization: { id, name } })
  })
}
