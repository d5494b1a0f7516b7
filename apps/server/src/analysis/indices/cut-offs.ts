import type { CutOff, CutOffChange, Locale } from '@fonema/contract'
import { v7 as uuidv7 } from 'uuid'
import type { Catalogue } from '../../content/catalogue.ts'
import type { PublishedCutOff } from '../../content/formats.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/database/database.ts'
import { InvalidFields } from '../../platform/http/errors.ts'
import type { Principal } from '../../platform/http/principal.ts'
import './tables.ts'

const fromStudy = ({ index: _, version: __, language: ___, region: ____, ...cutOff }: PublishedCutOff): CutOff => ({
  ...cutOff,
  source: 'published',
})

const unknown = { auc: null, n_dysphonic: null, n_control: null, syllables: null }

const ownCutOffs = (tx: Tx) =>
  tx
    .selectFrom('index_cut_offs')
    .select(['index_name', 'language', 'value', 'sensitivity_pct', 'specificity_pct', 'n', 'reference'])
    .orderBy('language')
    .execute()

/** What divides normal and dysphonic voices in a language: what the clinic entered, or else what a study found. */
export async function cutOffFor(tx: Tx, catalogue: Catalogue, version: string, locale: Locale): Promise<CutOff | null> {
  const own = (await ownCutOffs(tx)).find(({ language }) => language === locale.lang.code)
  if (own !== undefined) {
    const { index_name: _, language: __, ...cutOff } = own
    return { ...unknown, ...cutOff, source: 'clinic' }
  }
  const [language, region] = locale.code.split('-')
  const study = catalogue.cutOffs.find(
    (row) => row.version === version && row.language === language && (row.region ?? region) === region,
  )
  return study === undefined ? null : fromStudy(study)
}

export const listCutOffs = async (tx: Tx) =>
  (await ownCutOffs(tx)).map(({ index_name, ...cutOff }) => ({ index: index_name, ...cutOff }))

/** Enters, changes or removes the clinic's cut-off of a language. */
export async function changeCutOff(
  { catalogue, clock }: { catalogue: Catalogue; clock: Clock },
  tx: Tx,
  { organizationId }: Pick<Principal, 'organizationId'>,
  { index, language, value, reference, ...study }: CutOffChange,
): Promise<void> {
  if (!catalogue.locales.some(({ lang }) => lang.code === language)) throw new InvalidFields({ language: ['invalid'] })
  if (value === null) {
    await tx.deleteFrom('index_cut_offs').where('index_name', '=', index).where('language', '=', language).execute()
    return
  }
  if (!reference) throw new InvalidFields({ reference: ['required'] })
  const row = { value, reference, ...study, updated_at: clock.now() }
  await tx
    .insertInto('index_cut_offs')
    .values({ id: uuidv7(), organization_id: organizationId, index_name: index, language, ...row })
    .onConflict((conflict) => conflict.columns(['organization_id', 'index_name', 'language']).doUpdateSet(row))
    .execute()
}
