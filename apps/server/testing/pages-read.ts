import pg from 'pg'

type Plan = { 'Shared Hit Blocks': number; 'Shared Read Blocks': number }
type Query = (
  this: pg.Client,
  text: unknown,
  values?: unknown[],
  ...callback: unknown[]
) => Promise<{ rows: { 'QUERY PLAN': [{ Plan: Plan }] }[] }>

/**
 * The pages that the database reads for some work, and the number of statements that read them. Each is explained before it
 * runs, on its own connection and so with the rights and the snapshot of its transaction. The queue's are not counted.
 */
export async function readBy(work: () => Promise<unknown>): Promise<{ pages: number; statements: number }> {
  let pages = 0
  let statements = 0
  const original = pg.Client.prototype.query
  const query = original as unknown as Query
  const explaining: Query = async function (text, values, ...callback) {
    // The queue's pool waits for its callback before it releases the connection.
    if (callback.length > 0) return query.call(this, text, values, ...callback)
    if (typeof text === 'string' && /^\s*select\b/i.test(text) && /\bfrom\b/i.test(text)) {
      const { rows } = await query.call(this, `explain (analyze, buffers, timing off, format json) ${text}`, values)
      const { Plan: plan } = rows[0]!['QUERY PLAN'][0]
      statements++
      pages += plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
    }
    return query.call(this, text, values)
  }
  pg.Client.prototype.query = explaining as unknown as typeof original
  try {
    await work()
  } finally {
    pg.Client.prototype.query = original
  }
  return { pages, statements }
}

export const pagesReadBy = async (work: () => Promise<unknown>): Promise<number> => (await readBy(work)).pages
