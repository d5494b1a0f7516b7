// Measures the JavaScript that a browser loads before it shows a page, compressed as on the wire.
// Run after `vite build`; prints the figures of the web budgets (sign-in 110 kB, dashboard 250 kB).
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'

const dist = join(dirname(fileURLToPath(import.meta.url)), '../dist')
const texts = (...areas) => areas.map((area) => `src/texts/${area}.json`)
const pages = {
  signIn: ['index.html', ...texts('public/es')],
  dashboard: [
    'index.html',
    ...texts('public/es', 'es/base', 'es/participants'),
    'src/app.tsx',
    'home', // the chunk of `vite.config.ts`
  ],
}

/** Sums in kB (1000 bytes, gzip) per page, with the files that it loads: `{ signIn: { kB, files }, … }`. */
function bundleSizes(folder = dist) {
  const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8'))
  const sizes = new Map()
  const sizeOf = (file) => {
    if (!sizes.has(file)) sizes.set(file, gzipSync(readFileSync(join(folder, file)), { level: 6 }).length / 1000)
    return sizes.get(file)
  }
  return Object.fromEntries(
    Object.entries(pages).map(([page, entries]) => {
      const files = [...filesOf(manifest, entries)].map((file) => ({ file, kB: sizeOf(file) }))
      return [page, { kB: files.reduce((sum, { kB }) => sum + kB, 0), files }]
    }),
  )
}

/** Every script that the entries import statically, including themselves. */
function filesOf(manifest, entries) {
  const seen = new Set()
  const visit = (entry) => {
    const key =
      entry in manifest ? entry : Object.keys(manifest).find((name) => /^_(.*)-[\w-]{8}\.js$/.exec(name)?.[1] === entry)
    const chunk = manifest[key]
    if (chunk === undefined) throw new Error(`${key} is not in the build's manifest`)
    if (seen.has(chunk.file)) return
    if (chunk.file.endsWith('.js')) seen.add(chunk.file)
    for (const imported of chunk.imports ?? []) visit(imported)
  }
  for (const entry of entries) visit(entry)
  return seen
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const [page, { kB, files }] of Object.entries(bundleSizes())) {
    console.log(`${page}: ${kB.toFixed(1)} kB of JavaScript, gzip`)
    for (const { file, kB } of files) console.log(`  ${kB.toFixed(1).padStart(6)}  ${file}`)
  }
}
