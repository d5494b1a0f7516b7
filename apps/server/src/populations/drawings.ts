import type { PopulationStats } from '@fonema/contract'
import { sql } from 'kysely'
import { highestOf } from '../analysis/shown-measures.ts'
import type { Tx } from '../platform/database/database.ts'
import { createTurns } from '../platform/turns.ts'
import './tables.ts'
import { curveOf, estimateDensity, momentsOf, quantileOf, simplify } from './density.ts'

// A straight line between two points is at most one pixel from the curve in a chart of 200 pixels.
const curveShape = { points: 64, share: 0.005 }
/** For answers with the curves of every item: eight points are enough for a bell curve. */
const sketchShape = { points: 8, share: 0.005 }

// Four digits are more than a chart shows.
const short = (value: number) => Number(value.toPrecision(4))

export type Box = Pick<PopulationStats['scores'][string], 'p5' | 'p25' | 'p50' | 'p75' | 'p95'>
export type Drawn = Omit<PopulationStats['scores'][string], keyof Box>

/** JSON texts, as stored and sent; `null` for fewer than ten people. `sketch` is `curve` with fewer points. */
export type Drawing = { box: string; curve: string; sketch: string }

const nothing: Drawing = { box: 'null', curve: 'null', sketch: 'null' }

type Values = { score: string; vals: readonly number[] }

/** The drawing of a population's values of one score. */
export function draw({ score, vals }: Values): Drawing {
  const density = estimateDensity(vals)
  if (density === null) return nothing
  const quantile = (share: number) => short(quantileOf(density.values, share))
  const box: Box = {
    p5: quantile(0.05),
    p25: quantile(0.25),
    p50: quantile(0.5),
    p75: quantile(0.75),
    p95: quantile(0.95),
  }
  const { mean, sd } = momentsOf(density.values)
  const full = curveOf(density, highestOf(score))
  const write = ({ points, share }: typeof curveShape) => {
    const { x, y } = simplify(full, points, share)
    return JSON.stringify({ n: vals.length, mean: short(mean), sd: short(sd), x: x.map(short), y: y.map(short) })
  }
  return { box: JSON.stringify(box), curve: write(curveShape), sketch: write(sketchShape) }
}

/** Draws many lists and yields to other work in between. Equal lists are drawn once. */
export async function drawAll(all: readonly Values[]): Promise<Drawing[]> {
  const drawn = new Map<readonly number[], Drawing>()
  const turn = createTurns()
  for (const values of all) {
    if (drawn.has(values.vals)) continue
    drawn.set(values.vals, draw(values))
    await turn()
  }
  return all.map(({ vals }) => drawn.get(vals)!)
}

type DrawingOptions = { languages: readonly string[]; items: readonly string[]; score?: string | undefined }

/** The languages and keys of some items. */
export const tasksOf = (items: readonly { language: string; item: string }[]) => ({
  languages: [...new Set(items.map(({ language }) => language))],
  items: [...new Set(items.map(({ item }) => item))],
})

type Key = { version_id: string; language: string; item: string | null; entry: string; score: string }

/** Finds the drawings of the scores of some versions. The caller passes only versions that the user may see. */
export async function openDrawings(
  tx: Tx,
  versionIds: readonly string[],
  wanted: DrawingOptions,
  columns: readonly (keyof Drawing)[],
) {
  let rows = await findDrawings(tx, versionIds, wanted, columns)
  if (rows.some((row) => row[columns[0]!] === null)) {
    await drawMissing(tx, versionIds, wanted)
    rows = await findDrawings(tx, versionIds, wanted, columns)
  }
  const keyOf = ({ version_id, language, item, entry, score }: Key) =>
    [version_id, language, item, entry, score].join('\n')
  const byKey = new Map(rows.map((row) => [keyOf(row), row]))
  return (key: Key, column: keyof Drawing): string | undefined => {
    const text = byKey.get(keyOf(key))?.[column]
    return text === null || text === 'null' ? undefined : text
  }
}

const samplesOf = (tx: Tx, versionIds: readonly string[], { languages, items, score }: DrawingOptions) =>
  tx
    .selectFrom('population_samples')
    .select(['version_id', 'language', 'item', 'entry', 'score'])
    .where('version_id', 'in', versionIds)
    .where('language', 'in', languages)
    .where('item', 'in', items)
    .$if(score !== undefined, (query) => query.where('score', '=', score!))

type Row = Key & Partial<Record<keyof Drawing, string | null>>

const findDrawings = async (
  tx: Tx,
  versionIds: readonly string[],
  wanted: DrawingOptions,
  columns: readonly (keyof Drawing)[],
): Promise<Row[]> =>
  versionIds.length * wanted.languages.length * wanted.items.length === 0
    ? []
    : samplesOf(tx, versionIds, wanted).select(columns).execute()

/** Versions of an earlier release have no drawings. The first reader makes them; other readers wait. */
async function drawMissing(tx: Tx, versionIds: readonly string[], wanted: DrawingOptions): Promise<void> {
  await tx
    .selectFrom('population_versions')
    .select('id')
    .where('id', 'in', versionIds)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const missing = await samplesOf(tx, versionIds, wanted).select('vals').where('curve', 'is', null).execute()
  const drawings = await drawAll(missing)
  const rows = missing.map(({ vals: _, ...key }, i) => ({ ...key, ...drawings[i] }))
  await sql`update population_samples s set box = made.box, curve = made.curve, sketch = made.sketch
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as made
      (version_id uuid, language text, item text, entry text, score text, box text, curve text, sketch text)
    where (s.version_id, s.language, s.item, s.entry, s.score)
      = (made.version_id, made.language, made.item, made.entry, made.score)`.execute(tx)
}
