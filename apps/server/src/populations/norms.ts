import type { ImportPreview, PopulationId, PopulationUpdate, ShippedNorm } from '@fonema/contract'
import type { Catalogue } from '../content/catalogue.ts'
import type { Clock } from '../platform/clock.ts'
import type { Tx } from '../platform/database/database.ts'
import { AppError, InvalidFields } from '../platform/http/errors.ts'
import type { Principal } from '../platform/http/principal.ts'
import { readFile, storeFile } from './import.ts'

/** @throws {AppError} `not_found` */
export async function changePopulation(tx: Tx, id: PopulationId, update: PopulationUpdate): Promise<void> {
  const { is_reference, confirmed } = update
  const found = await tx.selectFrom('populations').select('card').where('id', '=', id).forUpdate().executeTakeFirst()
  if (found === undefined) throw new AppError('not_found')
  if (is_reference === undefined && confirmed === undefined) throw new InvalidFields({ is_reference: ['required'] })
  const known = new Set(found.card?.measures.map(({ measure }) => measure))
  if (confirmed?.some((measure) => !known.has(measure))) throw new InvalidFields({ confirmed: ['invalid'] })
  await tx
    .updateTable('populations')
    .set({
      ...(is_reference !== undefined && { is_reference }),
      ...(confirmed !== undefined && { confirmed: [...new Set(confirmed)] }),
    })
    .where('id', '=', id)
    .execute()
}

/** The norms of `packages/content/norms`, with their cards. */
export async function listShippedNorms(tx: Tx, catalogue: Catalogue): Promise<ShippedNorm[]> {
  const norms: ShippedNorm[] = []
  for (const [key, bytes] of catalogue.norms) {
    const { populations } = await readFile(tx, catalogue, bytes)
    for (const { name, card, samples } of populations)
      if (card !== null)
        norms.push({ key, name, card, languages: [...new Set(samples.map(({ language }) => language))] })
  }
  return norms
}

/** @throws {InvalidFields} for a norm that does not come with the product */
export async function addShippedNorm(
  tx: Tx,
  { catalogue, clock }: { catalogue: Catalogue; clock: Clock },
  { organizationId }: Principal,
  key: string,
): Promise<ImportPreview> {
  const bytes = catalogue.norms.get(key)
  if (bytes === undefined) throw new InvalidFields({ key: ['invalid'] })
  return storeFile(tx, catalogue, { bytes, filename: `${key}.csv` }, organizationId, clock.now())
}
