import { accessOf, type ErrorCode } from '@fonema/contract'
import { collectionOf } from '@fonema/fhir'
import type { Patient } from '@medplum/fhirtypes'
import type { FastifyInstance } from 'fastify'
import type { Clock } from '../platform/clock.ts'
import { AppError } from '../platform/http/errors.ts'
import type { Implement } from '../platform/http/implement.ts'
import { sendFile } from '../platform/http/send-file.ts'
import { productVersion } from '../platform/product-version.ts'
import { createSearchers } from './searchers.ts'
import { Refusal, sourceOf } from './source.ts'

type Deps = { app: Pick<FastifyInstance, 'inject'>; publicUrl: string; clock: Clock }

/** The record of a participant as a file, for people. Programs read it below `/fhir`. */
export function fhirRoutes(implement: Implement, { app, publicUrl, clock }: Deps) {
  const { everythingOf } = createSearchers({ publicUrl, version: productVersion })

  implement('GET /user/participants/{participant_id}/fhir/', async ({ principal, params, request, reply }) => {
    const may = (feature: 'readSurveyRes' | 'downloadSurveyRes') => accessOf(principal, { feature }).granted
    const hasSurveys = may('readSurveyRes') && may('downloadSurveyRes')
    const resources = await everythingOf(params.participant_id, sourceOf(app, request), { hasSurveys }).catch(raise)
    const bundle = collectionOf(resources, `${publicUrl}/fhir`, clock.now().toISOString())
    const code = resources.find((one): one is Patient => one.resourceType === 'Patient')?.identifier?.[0]?.value
    return sendFile(reply, Buffer.from(JSON.stringify(bundle)), `${code}-fhir.json`)
  })
}

/** The API's refusal in its own words. */
function raise(error: unknown): never {
  // The code is one of the API's, which answered it.
  throw error instanceof Refusal ? new AppError(error.code as ErrorCode, {}, { cause: error }) : error
}
