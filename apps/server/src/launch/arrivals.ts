import type { EhrId, LaunchedValues, OrganizationId } from '@fonema/contract'
import { z } from 'zod'
import { hashOfToken } from '../auth/tokens.ts'
import type { Tx } from '../platform/database/database.ts'
import { deriveKeys, type Secrets } from '../platform/keys.ts'
import { openValue, sealValue } from '../platform/sealed-value.ts'
import './tables.ts'

/** How long an examiner has to sign in and to check the values. */
const arrivalSeconds = 1800
/** Longer than a health record accepts one. */
const launchSeconds = 86_400

type LaunchedPatient = { patientId: string; values: LaunchedValues }
const Sealed = z.custom<LaunchedPatient>((value) => typeof value === 'object' && value !== null)

/** An arrival opens only in the browser that began the launch. */
const hashOf = (browserSecret: string, state: string) => hashOfToken(`${browserSecret}\nlaunch\n${state}`)

type Owner = { organization_id: OrganizationId; ehr_id: EhrId }

export async function keepPatient(
  tx: Tx,
  secrets: Secrets,
  { organization_id, ehr_id, subject, patient }: Owner & { subject: string; patient: LaunchedPatient },
  way: { browserSecret: string; state: string },
  now: Date,
) {
  await tx.deleteFrom('ehr_arrivals').where('expires_at', '<=', now).execute()
  const sealed = sealValue(deriveKeys(secrets, 'providers'), Buffer.from(JSON.stringify(patient)), ehr_id)
  const expires_at = new Date(now.getTime() + arrivalSeconds * 1000)
  const hash = hashOf(way.browserSecret, way.state)
  await tx.insertInto('ehr_arrivals').values({ hash, organization_id, ehr_id, subject, sealed, expires_at }).execute()
}

/** What was kept for this browser, if it is for the person who is signed in. */
export async function findPatient(
  tx: Tx,
  secrets: Secrets,
  { browserSecret, state, userId }: { browserSecret: string | undefined; state: string; userId: string },
  now: Date,
) {
  if (browserSecret === undefined) return undefined
  const row = await tx
    .selectFrom('ehr_arrivals as arrival')
    .innerJoin('ehrs as ehr', 'ehr.id', 'arrival.ehr_id')
    .innerJoin('provider_links as link', (join) =>
      join.onRef('link.provider_id', '=', 'ehr.provider_id').onRef('link.subject', '=', 'arrival.subject'),
    )
    .select(['arrival.sealed', 'ehr.id', 'ehr.organization_id', 'ehr.name', 'link.user_id'])
    .where('arrival.hash', '=', hashOf(browserSecret, state))
    .where('arrival.expires_at', '>', now)
    .where('ehr.is_on', '=', true)
    .where('link.state', '=', 'linked')
    .executeTakeFirst()
  if (row === undefined || row.user_id !== userId) return undefined
  const plain = openValue(deriveKeys(secrets, 'providers'), row.sealed, row.id)
  return plain && { ehr: row, ...Sealed.parse(JSON.parse(plain.toString())) }
}

export const hashOfLaunch = (launch: string) => hashOfToken(launch)

export async function isLaunchUsed(tx: Tx, ehr_id: EhrId, hash: Buffer): Promise<boolean> {
  const used = await tx
    .selectFrom('ehr_launches')
    .select('ehr_id')
    .where('ehr_id', '=', ehr_id)
    .where('hash', '=', hash)
    .executeTakeFirst()
  return used !== undefined
}

/** @returns false if it was used before */
export async function useLaunch(tx: Tx, { organization_id, ehr_id }: Owner, hash: Buffer, now: Date): Promise<boolean> {
  await tx.deleteFrom('ehr_launches').where('expires_at', '<=', now).execute()
  const expires_at = new Date(now.getTime() + launchSeconds * 1000)
  const used = await tx
    .insertInto('ehr_launches')
    .values({ ehr_id, organization_id, hash, expires_at })
    .onConflict((conflict) => conflict.doNothing())
    .returning('ehr_id')
    .executeTakeFirst()
  return used !== undefined
}
