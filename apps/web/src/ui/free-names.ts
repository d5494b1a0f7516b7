/** The first of `stem-1`, `stem-2`, … that is not in use. */
export function freeName(stem: string, used: readonly string[], between = '-'): string {
  for (let number = 1; ; number++) {
    const name = `${stem}${between}${number}`
    if (!used.includes(name)) return name
  }
}

/**
 * A key from a name: letters without marks, digits and hyphens.
 *
 * @param otherwise the key of a name without letters and digits
 */
export function keyFrom(name: string, used: readonly string[], otherwise: string): string {
  const plain = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, 50)
    .replace(/-$/, '')
  const stem = plain === '' ? otherwise : plain
  return used.includes(stem) ? freeName(stem, used) : stem
}
