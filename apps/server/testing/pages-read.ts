import pg from 'pg'

type Plan = { 'Shared Hit Blocks': number; 'Shared Read Blocks': number }
type Query = (
  this: pg.Client,
  text: unknown,
  values?: unknown[],
) => Promise<{ rows: { 'QUERY PLAN': [{ Plan: Plan }] }[] }>

/**
 * The pages that the database reads for some work. Each reading statement is explained before it runs, on its own
 * connection and so with the rights and the snapshot of its transaction.
 */
export async function pagesReadBy(work: () => Promise<unknown>): Promise<number> {
  let pages = 0
  const original = pg.Client.prototype.query
  const query = original as unknown as Query
  const explaining: Query = async function (text, values) {
    if (typeof text === 'string' && /^\s*select\b/i.test(text) && /\bfrom\b/i.test(text)) {
      const { rows } = await query.call(this, `explain (analyze, buffers, timing off, format json) ${text}`, values)
      const { Plan: plan } = rows[0]!['QUERY PLAN'][0]
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
  return pages
}
