import pg from 'pg'

type Plan = { 'Shared Hit Blocks': number; 'Shared Read Blocks': number }

/**
 * The pages that the database reads for the lists of some work. Each reading statement is explained before it runs, on its
 * own connection and so with the rights and the snapshot of its transaction.
 */
export async function pagesReadBy(work: () => Promise<unknown>): Promise<number> {
  let pages = 0
  const { query } = pg.Client.prototype
  const patched = async function (this: pg.Client, text: unknown, values?: unknown[]) {
    const isRead = typeof text === 'string' && /^\s*select\b/i.test(text) && /\bfrom\b/i.test(text)
    if (isRead) {
      const explained = await query.call(this, `explain (analyze, buffers, timing off, format json) ${text}`, values)
      const [{ 'QUERY PLAN': found }] = (explained as unknown as { rows: [{ 'QUERY PLAN': [{ Plan: Plan }] }] }).rows
      pages += found[0].Plan['Shared Hit Blocks'] + found[0].Plan['Shared Read Blocks']
    }
    return query.call(this, text as string, values)
  }
  pg.Client.prototype.query = patched as typeof query
  try {
    await work()
  } finally {
    pg.Client.prototype.query = query
  }
  return pages
}
