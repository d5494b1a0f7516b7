/** Together at most 8 MiB: the tables of several sampling rates. Longer ones are not kept. */
const mostKept = 1_048_576

const kept = new Map<string, Float64Array>()
let keptLength = 0

/**
 * A table that depends on a few numbers only, such as a window or a filter. It is computed once, as most recordings need
 * the same ones; when there are too many, the one that was not used for the longest time is dropped.
 *
 * @returns a shared table: nobody changes it
 */
export function tableOf(name: string, parameters: readonly number[], make: () => Float64Array): Float64Array {
  const key = `${name} ${parameters.join(' ')}`
  const known = kept.get(key)
  if (known !== undefined) {
    kept.delete(key)
    kept.set(key, known)
    return known
  }
  const table = make()
  if (table.length > mostKept / 4) return table
  kept.set(key, table)
  keptLength += table.length
  for (const [oldest, { length }] of kept) {
    if (keptLength <= mostKept) break
    kept.delete(oldest)
    keptLength -= length
  }
  return table
}
