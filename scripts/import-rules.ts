// npm run tool -- import-rules: writes the linter's import rules from the list of domains.
import { writeFileSync } from 'node:fs'
import { importRules, importRulesFile } from './domains.ts'

writeFileSync(importRulesFile, importRules())
