import { randomBytes } from 'node:crypto'
import type {
  NewPasskey,
  OrganizationId,
  PasskeyProof,
  SecondFactor as SecondFactorState,
  UserId,
} from '@fonema/contract'
import type { Clock } from '../platform/clock.ts'
import type { Tx } from '../platform/database/database.ts'
import { AppError, InvalidFields } from '../platform/http/errors.ts'
import type { Site } from '../platform/http/site.ts'
import { deriveKeys, type Secrets } from '../platform/keys.ts'
import { openValue, sealValue } from '../platform/sealed-value.ts'
import { insertPasskey, issueChallenge, listPasskeys, redeemPasskey } from './passkeys.ts'
import { hashOfToken } from './tokens.ts'
import { base32, stepOf } from './totp.ts'
import './tables.ts'

type User = { organizationId: OrganizationId; userId: UserId }

const recoveryCodeCount = 10
/** 120 bits cannot be guessed, so a plain hash of the code is stored. */
const recoveryCodeBytes = 15

export const findSecondFactor = (tx: Tx, userId: UserId) =>
  tx.selectFrom('second_factors').selectAll().where('user_id', '=', userId).executeTakeFirst()

export async function describeSecondFactor(tx: Tx, userId: UserId): Promise<SecondFactorState> {
  const factor = await findSecondFactor(tx, userId)
  const passkeys = await listPasskeys(tx, userId)
  return {
    turned_on_at: factor?.created_at.toISOString() ?? null,
    recovery_codes_left: factor?.recovery_codes_left ?? 0,
    has_app: await hasApp(tx, userId),
    passkeys: passkeys.map(({ id, name, created_at }) => ({ id, name, created_at: created_at.toISOString() })),
  }
}

/** After this the password alone is enough to sign in. */
export async function turnOffSecondFactor(tx: Tx, userId: UserId): Promise<void> {
  await lockAccount(tx, userId)
  for (const table of ['totp_secrets', 'passkeys', 'second_factors'] as const)
    await tx.deleteFrom(table).where('user_id', '=', userId).execute()
}

const hasApp = async (tx: Tx, userId: UserId) =>
  (await tx
    .selectFrom('totp_secrets')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()) !== undefined

/** Turns the factor off when neither an app nor a passkey is left: recovery codes alone are not a factor. */
async function turnOffWithoutAny(tx: Tx, userId: UserId): Promise<void> {
  const { has_app, passkeys } = await describeSecondFactor(tx, userId)
  if (!has_app && passkeys.length === 0) await tx.deleteFrom('second_factors').where('user_id', '=', userId).execute()
}

/** Serialises changes of one person's factor, whoever makes them. */
const lockAccount = (tx: Tx, userId: UserId) =>
  tx.selectFrom('credentials').select('user_id').where('user_id', '=', userId).forUpdate().execute()

export function createSecondFactor(secrets: Secrets, clock: Clock) {
  const keysOf = (userId: UserId) => deriveKeys(secrets, 'second-factor', userId)

  /**
   * Uses up a code of the app.
   *
   * @returns false for a wrong code, a used one, and one older than a used one
   */
  async function redeemTotp(tx: Tx, userId: UserId, code: string): Promise<boolean> {
    const found = await tx.selectFrom('totp_secrets').selectAll().where('user_id', '=', userId).executeTakeFirst()
    const secret = found && openValue(keysOf(userId), found.sealed_secret)
    const step = secret && stepOf(code, secret, clock.now(), found.last_step)
    if (step === undefined) return false
    const { numUpdatedRows } = await tx
      .updateTable('totp_secrets')
      // Sealed again with the current key, so that a former key of the clinic is not needed for long.
      .set({ last_step: step, sealed_secret: sealValue(keysOf(userId), secret!) })
      .where('user_id', '=', userId)
      // Of several simultaneous uses the first one updates the row; the others waited for it and fail here.
      .where(({ eb, or }) => or([eb('last_step', 'is', null), eb('last_step', '<', step)]))
      .executeTakeFirst()
    return numUpdatedRows === 1n
  }

  /** @returns recovery codes, unless the factor was on before */
  async function turnOn(tx: Tx, user: User): Promise<string[]> {
    if ((await findSecondFactor(tx, user.userId)) !== undefined) return []
    const now = clock.now()
    await tx
      .insertInto('second_factors')
      .values({
        user_id: user.userId,
        organization_id: user.organizationId,
        created_at: now,
        recovery_codes_made_at: now,
        recovery_codes_left: recoveryCodeCount,
      })
      .execute()
    return makeRecoveryCodes(tx, user)
  }

  /** Replaces the recovery codes. The codes are returned only here; the database has their hashes. */
  async function makeRecoveryCodes(tx: Tx, { organizationId, userId }: User): Promise<string[]> {
    const codes = Array.from({ length: recoveryCodeCount }, () => base32(randomBytes(recoveryCodeBytes)))
    await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
    await tx
      .insertInto('recovery_codes')
      .values(codes.map((code) => ({ hash: hashOfToken(code), organization_id: organizationId, user_id: userId })))
      .execute()
    return codes.map((code) => code.replace(/.{4}(?=.)/g, '$&-'))
  }

  return {
    /** Creates a secret for an app. The factor stays off until a code confirms that the app has the secret. */
    async begin(tx: Tx, { organizationId, userId }: User): Promise<string> {
      await lockAccount(tx, userId)
      if (await hasApp(tx, userId)) throw new AppError('conflict')
      const secret = randomBytes(20)
      const values = { sealed_secret: sealValue(keysOf(userId), secret), last_step: null }
      await tx
        .insertInto('totp_secrets')
        .values({ user_id: userId, organization_id: organizationId, ...values })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
        .execute()
      return base32(secret)
    },

    /** @returns recovery codes, unless the factor was on before */
    async confirm(tx: Tx, user: User, code: string): Promise<string[]> {
      await lockAccount(tx, user.userId)
      if (await hasApp(tx, user.userId)) throw new AppError('conflict')
      if (!(await redeemTotp(tx, user.userId, code))) throw new InvalidFields({ code: ['invalid'] })
      const confirmed = { confirmed_at: clock.now() }
      await tx.updateTable('totp_secrets').set(confirmed).where('user_id', '=', user.userId).execute()
      return turnOn(tx, user)
    },

    async removeApp(tx: Tx, userId: UserId): Promise<void> {
      await lockAccount(tx, userId)
      await tx.deleteFrom('totp_secrets').where('user_id', '=', userId).execute()
      await turnOffWithoutAny(tx, userId)
    },

    /** @returns recovery codes, unless the factor was on before */
    async addPasskey(tx: Tx, user: User, passkey: NewPasskey, site: Site): Promise<string[]> {
      await lockAccount(tx, user.userId)
      await insertPasskey(tx, user, passkey, { site, now: clock.now() })
      return turnOn(tx, user)
    },

    async removePasskey(tx: Tx, userId: UserId, id: string): Promise<void> {
      await lockAccount(tx, userId)
      const removed = tx.deleteFrom('passkeys').where('user_id', '=', userId).where('id', '=', id)
      const { numDeletedRows } = await removed.executeTakeFirst()
      if (numDeletedRows === 0n) throw new AppError('not_found')
      await turnOffWithoutAny(tx, userId)
    },

    async renewRecoveryCodes(tx: Tx, user: User): Promise<string[]> {
      await lockAccount(tx, user.userId)
      const { numUpdatedRows } = await tx
        .updateTable('second_factors')
        .set({ recovery_codes_made_at: clock.now(), recovery_codes_left: recoveryCodeCount })
        .where('user_id', '=', user.userId)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) throw new AppError('conflict')
      return makeRecoveryCodes(tx, user)
    },

    /** Whether the proof is enough in addition to the password. It is used up when the transaction commits. */
    async redeem(
      tx: Tx,
      { userId }: Pick<User, 'userId'>,
      { code, passkey }: Proof,
      site: Site,
      purpose: 'sign_in' | 'signature' = 'sign_in',
    ): Promise<Outcome> {
      if ((await findSecondFactor(tx, userId)) === undefined) return 'passed'
      const moment = { site, now: clock.now(), purpose }
      if (passkey !== undefined) return outcomeOf(await redeemPasskey(tx, userId, passkey, moment))
      if (code === undefined) return 'required'
      const typed = typedCode(code)
      if (!isAppCode(code)) return outcomeOf(await redeemRecoveryCode(tx, userId, typed))
      return outcomeOf((await hasApp(tx, userId)) && (await redeemTotp(tx, userId, typed)))
    },

    /** The methods by which the person can sign in on this site, and the challenge for a passkey. */
    async describeRequired(tx: Tx, user: User, { hostname }: Site) {
      const { has_app, recovery_codes_left } = await describeSecondFactor(tx, user.userId)
      const passkeys = (await listPasskeys(tx, user.userId)).filter(({ host }) => host === hostname)
      return {
        methods: [
          ...(has_app ? ['totp'] : []),
          ...(passkeys.length > 0 ? ['passkey'] : []),
          ...(recovery_codes_left > 0 ? ['recovery_code'] : []),
        ],
        ...(passkeys.length > 0 && {
          challenge: await issueChallenge(tx, user, 'sign_in', clock.now()),
          passkeys: passkeys.map(({ credential_id, host }) => ({ credential_id, host })),
        }),
      }
    },
  }
}
/** Whether this is a code of the app. These can be guessed, recovery codes cannot. */
export const isAppCode = (code: string | undefined) => code !== undefined && /^\d{6}$/.test(typedCode(code))
const typedCode = (code: string) => code.replace(/[\s-]/g, '').toUpperCase()

type Proof = { code?: string | undefined; passkey?: PasskeyProof | undefined }
type Outcome = 'passed' | 'required' | 'refused'
const outcomeOf = (isGood: boolean): Outcome => (isGood ? 'passed' : 'refused')
export type SecondFactor = ReturnType<typeof createSecondFactor>

async function redeemRecoveryCode(tx: Tx, userId: UserId, code: string): Promise<boolean> {
  const used = await tx
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('hash', '=', hashOfToken(code))
    .returning('hash')
    .executeTakeFirst()
  if (used === undefined) return false
  await tx
    .updateTable('second_factors')
    .set(({ eb }) => ({ recovery_codes_left: eb('recovery_codes_left', '-', 1) }))
    .where('user_id', '=', userId)
    .execute()
  return true
}
