import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { ExaminerId, ItemId, PopulationId, PopulationStats } from '@fonema/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { analysisFunctions } from '../analysis/functions.ts'
import { shownScores } from '../analysis/shown-measures.ts'
import type { Database, Tx } from '../platform/database/database.ts'
import type { Examiner } from '../platform/http/principal.ts'
import { listAssigned } from '../protocols/queries.ts'
import { type Box, type Drawing, type Drawn, openDrawings, tasksOf } from './drawings.ts'
import { itemsWithLanguage } from './items.ts'
import { isUsable, listPopulations, type PopulationRow } from './queries.ts'

/** Part of each ETag: increase it when the same versions are serialised differently. */
const format = 1

type Query = { protocol_item_id?: ItemId | undefined; score?: string | undefined }
type Item = { id: string; category: string; item: string; language: string; languageId: string }
type Sent = { plain: Buffer; compressed: Buffer }

const isOfEverything = ({ protocol_item_id, score }: Query) => protocol_item_id === undefined && score === undefined

// An answer depends only on versions, which never change: the same items and populations give the same bytes.
const kept = new Map<string, Promise<Sent>>()
const maxKept = 16

/** Sends the densities of an examiner's items. A client that has the current answer causes no reads of densities. */
export async function sendDistributions(
  database: Database,
  { organizationId, examinerId }: Examiner,
  query: Query,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const found = await database.tenant(organizationId, async (tx) => {
    const items = await findAssignedItems(tx, examinerId, query.protocol_item_id)
    const populations = await listPopulations(tx)
    const etag = etagOf(items, populations, query)
    if (request.headers['if-none-match']?.includes(etag)) return { etag }
    const make = async () => compress(await write(tx, items, populations, query))
    return { etag, sent: await (isOfEverything(query) ? keep(etag, make) : make()) }
  })
  reply.headers({ 'cache-control': 'private, no-cache', etag: `W/${found.etag}`, vary: 'accept-encoding' })
  if (found.sent === undefined) return reply.code(304).send()
  reply.type('application/json; charset=utf-8')
  if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(found.sent.plain)
  return reply.header('content-encoding', 'gzip').send(found.sent.compressed)
}

function keep(key: string, make: () => Promise<Sent>): Promise<Sent> {
  const made = kept.get(key) ?? make()
  kept.delete(key)
  kept.set(key, made)
  made.catch(() => kept.delete(key))
  if (kept.size > maxKept) kept.delete(kept.keys().next().value!)
  return made
}

const compress = async (plain: Buffer): Promise<Sent> => ({ plain, compressed: await promisify(gzip)(plain) })

function etagOf(items: readonly Item[], populations: readonly PopulationRow[], query: Query): string {
  const hash = createHash('sha256').update(JSON.stringify([format, query]))
  for (const { id } of items) hash.update(id)
  for (const { version_id, confirmed } of populations) hash.update(JSON.stringify([version_id, confirmed]))
  return `"${hash.digest('base64url')}"`
}

/** Builds the answer from the stored texts of the items' scores. */
async function write(
  tx: Tx,
  items: readonly Item[],
  populations: readonly PopulationRow[],
  { protocol_item_id, score }: Query,
): Promise<Buffer> {
  const column: keyof Drawing = protocol_item_id === undefined ? 'sketch' : 'curve'
  const drawingOf = await openDrawings(
    tx,
    populations.map(({ version_id }) => version_id),
    { ...tasksOf(items), score },
    [column],
  )
  const dataOf = (population: PopulationRow, { language, category, item }: Item, entry: string) =>
    shownScores(category, entry).flatMap(({ name }) => {
      if (!isUsable(population, entry, name)) return []
      const { version_id } = population
      const text = drawingOf({ version_id, language, item, entry, score: name }, column)
      return text === undefined ? [] : [`${JSON.stringify(name)}:${text}`]
    })
  const written = new Map<string, string>()
  const rows = items.flatMap((item) =>
    populations.flatMap((population) =>
      analysisFunctions.flatMap(({ id, entry }) => {
        // The same item in the protocols of two regions has the same curves.
        const key = [population.version_id, item.language, item.item, entry].join()
        const data = written.get(key) ?? dataOf(population, item, entry).join()
        written.set(key, data)
        if (data === '') return []
        const place = {
          feature_extraction_func_id: id,
          protocol_item_id: item.id,
          population_id: population.id,
          language_id: item.languageId,
        }
        return [`${JSON.stringify(place).slice(0, -1)},"data":{${data}}}`]
      }),
    ),
  )
  return Buffer.from(`[${rows.join()}]`)
}

async function findAssignedItems(tx: Tx, examinerId: ExaminerId, id: ItemId | undefined): Promise<Item[]> {
  const protocols = (await listAssigned(tx, examinerId)).map((protocol) => protocol.id)
  if (protocols.length === 0) return []
  return (
    itemsWithLanguage(tx)
      .where('protocol_id', 'in', protocols)
      // Practice is not measured.
      .where('protocols.is_practice', '=', false)
      .$if(id !== undefined, (items) => items.where('protocol_items.id', '=', id!))
      .orderBy('protocol_items.id')
      .execute()
  )
}

type Chart = {
  chart_name: 'density' | 'box'
  protocol_item_id: ItemId
  feature_extraction_func_id: string
  population_id: PopulationId
  language_id: string
}

/** A population's values of every score of a function. A population of another clinic has no values. */
export async function statsOf(tx: Tx, chart: Chart): Promise<PopulationStats> {
  const item = await itemsWithLanguage(tx).where('protocol_items.id', '=', chart.protocol_item_id).executeTakeFirst()
  const entry = analysisFunctions.find(({ id }) => id === chart.feature_extraction_func_id)?.entry
  const population = (await listPopulations(tx)).find(({ id }) => id === chart.population_id)
  const answer: PopulationStats = { chart_name: chart.chart_name, scores: {} }
  if (item?.languageId !== chart.language_id || entry === undefined || population === undefined) return answer
  const { version_id } = population
  const drawingOf = await openDrawings(tx, [version_id], tasksOf([item]), ['curve', 'box'])
  for (const { name } of shownScores(item.category, entry)) {
    if (!isUsable(population, entry, name)) continue
    const key = { version_id, ...item, entry, score: name }
    const [curve, box] = [drawingOf(key, 'curve'), drawingOf(key, 'box')]
    if (curve !== undefined && box !== undefined)
      answer.scores[name] = { ...(JSON.parse(curve) as Drawn), ...(JSON.parse(box) as Box) }
  }
  return answer
}
