import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type Results, renderBrowsers } from './document.ts'
import type { EngineResult } from './journey.ts'

const folder = path.resolve(import.meta.dirname, '../../docs')
const dataFile = path.join(folder, 'browsers.json')

/** Replaces the result of one engine and writes the page anew. */
export function keepResult(name: string, result: EngineResult): void {
  const known: Results = existsSync(dataFile) ? JSON.parse(readFileSync(dataFile, 'utf8')) : {}
  const results: Results = { ...known, [name]: { ...result, date: new Date().toISOString().slice(0, 10) } }
  writeFileSync(dataFile, `${JSON.stringify(results, null, 2)}\n`)
  writeFileSync(path.join(folder, 'browsers.md'), renderBrowsers(results))
}
