import type { RecognitionAccuracy, TrustChange } from '@fonema/contract'
import { transcriptConfidence } from '@fonema/speech'
import { v7 as uuidv7 } from 'uuid'
import type { Catalogue } from '../../content/catalogue.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/database/database.ts'
import { InvalidFields } from '../../platform/http/errors.ts'
import type { Principal } from '../../platform/http/principal.ts'
import type { TimedWord } from '../transcription/transcription.ts'
import { accuracyOf } from './accuracy.ts'
import './tables.ts'

type Deps = { catalogue: Catalogue; clock: Clock }

export async function listAccuracy({ catalogue }: Pick<Deps, 'catalogue'>, tx: Tx): Promise<RecognitionAccuracy[]> {
  const trusted = await tx.selectFrom('recognition_trust').selectAll().execute()
  const measured = await accuracyOf(tx, catalogue)
  // Trust can be withdrawn also when none of its transcripts is among the newest.
  const forgotten = trusted.filter((row) => !measured.some((group) => isSame(row, group)))
  return [...measured, ...forgotten.map((row) => ({ ...unmeasured, ...groupOf(row) }))].map((group) => {
    const row = trusted.find((one) => isSame(one, group))
    return { ...group, trusted: row === undefined ? null : { ...row, date_created: row.date_created.toISOString() } }
  })
}

const groupOf = ({ language, category, model_sha256 }: Group) => ({ language, category, model_sha256 })

const unmeasured = {
  model: null,
  transcripts: 0,
  words: 0,
  word_error_rate: null,
  letter_error_rate: null,
  fillers: 0,
  filler_recall: null,
  calibration_error: null,
  proposed_confidence: null,
}

type Group = Pick<RecognitionAccuracy, 'language' | 'category' | 'model_sha256'>

const isSame = (one: Group, other: Group) =>
  one.language === other.language && one.category === other.category && one.model_sha256 === other.model_sha256

/**
 * Trusts a recogniser from the confidence that the confirmed transcripts support now, or stops to trust it. Transcripts
 * that exist keep their state.
 *
 * @throws {InvalidFields} when they support no limit
 */
export async function changeTrust(
  { catalogue, clock }: Deps,
  tx: Tx,
  { organizationId, userId }: Pick<Principal, 'organizationId' | 'userId'>,
  { is_trusted, ...group }: TrustChange,
): Promise<void> {
  if (!is_trusted) {
    await trustOf(tx, group).execute()
    return
  }
  const found = (await accuracyOf(tx, catalogue)).find((one) => isSame(one, group))
  if (found === undefined || found.proposed_confidence === null)
    throw new InvalidFields({ is_trusted: ['not_supported'] })
  const row = {
    least_confidence: found.proposed_confidence,
    transcripts: found.transcripts,
    user_id: userId,
    date_created: clock.now(),
  }
  await tx
    .insertInto('recognition_trust')
    .values({ id: uuidv7(), organization_id: organizationId, ...group, ...row })
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'language', 'category', 'model_sha256']).doUpdateSet(row),
    )
    .execute()
}

const trustOf = (tx: Tx, { language, category, model_sha256 }: Omit<TrustChange, 'is_trusted'>) =>
  tx
    .deleteFrom('recognition_trust')
    .where('language', '=', language)
    .where('category', '=', category)
    .where('model_sha256', '=', model_sha256)

/** Whether the organisation counts these words of a recogniser before a person confirms them. */
export async function isTrusted(
  tx: Tx,
  { language, category, model_sha256 }: Group,
  heard: readonly TimedWord[],
): Promise<boolean> {
  const confidence = transcriptConfidence(heard)
  if (confidence === null || model_sha256 === null) return false
  const row = await tx
    .selectFrom('recognition_trust')
    .select('least_confidence')
    .where('language', '=', language)
    .where('category', '=', category)
    .where('model_sha256', '=', model_sha256)
    .executeTakeFirst()
  return row !== undefined && confidence >= row.least_confidence
}
