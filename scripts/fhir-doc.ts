// Writes docs/fhir from the tables of the product.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fhirDocuments, fhirFolder } from './fhir-document.ts'

rmSync(fhirFolder, { recursive: true, force: true })
mkdirSync(fhirFolder)
for (const [name, text] of fhirDocuments) writeFileSync(join(fhirFolder, name), text)
