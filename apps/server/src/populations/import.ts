import type { ImportedPopulation as Imported, ImportPreview, ImportProblem, OrganizationId } from '@fonema/contract'
import type { FastifyRequest } from 'fastify'
import type { Catalogue } from '../content/catalogue.ts'
import type { Clock } from '../platform/clock.ts'
import { maxListedProblems, receiveCsv, tryReadCsv } from '../platform/csv/receive-csv.ts'
import type { Database, Tx } from '../platform/database/database.ts'
import { InvalidFields } from '../platform/http/errors.ts'
import { once } from '../platform/http/idempotency.ts'
import type { Principal } from '../platform/http/principal.ts'
import { colorsFor } from './colors.ts'
import { fewestValues } from './density.ts'
import { isPublished, readPublished } from './import-published.ts'
import { type AllowedValues, type ImportedRows, readRows } from './import-rows.ts'
import { openItems } from './items.ts'
import { listPopulations } from './queries.ts'
import { type NewSample, saveVersion } from './store.ts'

type ImportDeps = { database: Database; clock: Clock; catalogue: Catalogue }

/** What an import of the file would do: its populations, and every invalid cell. Nothing is stored. */
export async function previewImport(
  { database, catalogue }: ImportDeps,
  principal: Principal,
  request: FastifyRequest,
): Promise<ImportPreview> {
  const { bytes } = await receiveCsv(request)
  return database.tenant(principal.organizationId, async (tx) => preview(tx, await readFile(tx, catalogue, bytes)))
}

/**
 * Stores each population of a file as a new version: all of them, or none.
 *
 * @throws {InvalidFields} for a file with any problem; the preview lists them
 */
export async function importPopulations(
  { database, clock, catalogue }: ImportDeps,
  principal: Principal,
  request: FastifyRequest,
): Promise<ImportPreview> {
  const { bytes, filename } = await receiveCsv(request)
  const { organizationId } = principal
  const { method, url, headers } = request
  return database.tenant(organizationId, (tx) =>
    once(tx, clock, { method, url, headers, body: bytes.toString('base64') }, principal, () =>
      storeFile(tx, catalogue, { bytes, filename }, organizationId, clock.now()),
    ),
  )
}

/** Stores the populations of a file, each as a new version. */
export async function storeFile(
  tx: Tx,
  catalogue: Catalogue,
  { bytes, filename }: { bytes: Buffer; filename: string },
  organizationId: OrganizationId,
  now: Date,
): Promise<ImportPreview> {
  // Prevents two concurrent imports from creating the same population.
  await tx.selectFrom('organizations').select('id').where('id', '=', organizationId).forUpdate().execute()
  const rows = await readFile(tx, catalogue, bytes)
  const answer = await preview(tx, rows)
  if (answer.problem_count > 0) throw new InvalidFields({ file: ['invalid'] })
  const existing = await listPopulations(tx)
  for (const [index, { name, n, samples, isReference, card }] of rows.populations.entries()) {
    const known = existing.find((population) => population.name === name)
    const [fill_color, stroke_color] =
      known === undefined ? colorsFor(existing.length + index) : [known.fill_color, known.stroke_color]
    await saveVersion(
      tx,
      organizationId,
      {
        name,
        description: known?.description ?? '',
        source: card?.source ?? filename,
        card,
        fill_color,
        stroke_color,
        is_synthetic: false,
        is_reference: isReference ?? known?.is_reference ?? false,
      },
      { n, samples },
      now,
    )
  }
  return answer
}

// The shortest possible rows in 20 MB are more than this; real ones are fewer.
const maxRows = 500_000

type FileRows = ImportedRows & Pick<ImportPreview, 'encoding' | 'separator' | 'rows'> & Pick<AllowedValues, 'itemOf'>

export async function readFile(tx: Tx, catalogue: Catalogue, bytes: Buffer): Promise<FileRows> {
  const read = await tryReadCsv(bytes, maxRows)
  const itemOf = await openItems(tx)
  if ('problem' in read)
    return { populations: [], problems: [read.problem], encoding: null, separator: null, rows: 0, itemOf }
  const { encoding, separator, rows } = read.table
  const known = {
    languages: new Set(catalogue.locales.map(({ lang }) => lang.code)),
    itemOf,
  }
  const readTable = isPublished(read.table.header) ? readPublished : readRows
  return { ...(await readTable(read.table, known)), encoding, separator, rows: rows.length, itemOf }
}

async function preview(tx: Tx, { populations, problems, itemOf, ...file }: FileRows): Promise<ImportPreview> {
  const existing = await listPopulations(tx)
  const kinds = new Map(existing.map((population) => [population.name, population]))
  const others = populations.flatMap(({ name, card }): ImportProblem[] => {
    const known = kinds.get(name)
    if (known?.is_synthetic) return [{ line: 2, column: 'population', code: 'synthetic_population' }]
    if (known?.rule) return [{ line: 2, column: 'population', code: 'rule_population' }]
    const isOtherKind = known !== undefined && (known.card === null) !== (card === null)
    return isOtherKind ? [{ line: 2, column: 'population', code: 'other_kind' }] : []
  })
  const all = [...problems, ...others]
  return {
    ...file,
    populations: populations.map(({ name, n, samples, isReference, card }): Imported => {
      const known = existing.find((population) => population.name === name)
      return {
        name,
        n,
        score_count: samples.length,
        items: itemsOf(samples, itemOf),
        version: (known?.version ?? 0) + 1,
        is_too_few: n < fewestValues,
        is_reference: isReference ?? known?.is_reference ?? false,
        card,
      }
    }),
    problems: all.slice(0, maxListedProblems),
    problem_count: all.length,
  }
}

/** The items that a file's values belong to, with the names that people know them by. */
const itemsOf = (samples: readonly NewSample[], itemOf: AllowedValues['itemOf']): Imported['items'] =>
  [...Map.groupBy(samples, ({ language, item }) => `${language} ${item}`).values()].map((some) => {
    const { language, item } = some[0]!
    return { language, item, title: itemOf(language, item)?.title ?? item, score_count: some.length }
  })
