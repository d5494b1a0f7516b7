import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { fhirDocuments, fhirFolder, readFhirDocument } from './fhir-document.ts'

test('docs/fhir is what `npm run tool -- docs-fhir` writes', () => {
  expect(readdirSync(fhirFolder).sort()).toEqual([...fhirDocuments.keys()].sort())
  for (const [name, text] of fhirDocuments) expect([name, readFhirDocument(name) === text]).toEqual([name, true])
})
