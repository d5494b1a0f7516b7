// npm run tool -- api-surface: records the calls and shapes of /api/v1 in docs/api-v1.json, unless a change breaks
// programs that work with the recorded ones.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { breakingChanges } from './compare.ts'
import { presentSurface, surfaceFile, surfaceText } from './surface.ts'

const present = presentSurface()
const broken = existsSync(surfaceFile) ? breakingChanges(JSON.parse(readFileSync(surfaceFile, 'utf8')), present) : []
if (broken.length > 0) {
  console.error(
    `These changes break programs (docs/api.md#versions). Add beside what is there instead:\n${broken.join('\n')}`,
  )
  process.exitCode = 1
} else writeFileSync(surfaceFile, surfaceText(present))
