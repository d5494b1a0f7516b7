// Writes docs/features.md: npm run tool -- docs-features
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { featuresDocument } from './features-document.ts'

writeFileSync(join(import.meta.dirname, '../docs/features.md'), featuresDocument())
