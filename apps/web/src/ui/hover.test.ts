import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const folder = path.resolve(import.meta.dirname, '..')

/** Fingers do not hover: what only a pointer uncovers is out of their reach. */
test('no rule shows a control only under the pointer', () => {
  const uncovering: string[] = []
  for (const file of globSync('**/*.css', { cwd: folder })) {
    const css = readFileSync(path.join(folder, file), 'utf8').replace(/\/\*.*?\*\//gs, '')
    for (const [, selectors, body] of css.matchAll(/([^{}]*:hover[^{}]*)\{([^{}]*)\}/g)) {
      // A tip repeats the name of its control, and is no control itself.
      if (selectors!.split(',').every((one) => one.includes('::after'))) continue
      if (/\b(display|visibility|opacity|clip-path|pointer-events)\s*:/.test(body!))
        uncovering.push(`${file}: ${selectors!.trim()}`)
    }
  }
  expect(uncovering).toEqual([])
})
