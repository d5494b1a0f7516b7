import type { Catalogue } from '../../content/catalogue.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Implement } from '../../platform/http/implement.ts'
import { headersOf } from '../../platform/objects/download-headers.ts'
import { exportTranscript } from './export.ts'
import { importTranscript, previewImport } from './import.ts'

type Deps = { database: Database; catalogue: Catalogue; clock: Clock }

const transcript =
  '/protocols/responses/{participant_id}/{protocol_res_id}/item/{protocol_item_id}/transcript/' as const

export function transcriptFileRoutes(implement: Implement, deps: Deps) {
  implement(`GET ${transcript}file/`, async ({ principal, params, query, reply }) => {
    const { filename, contentType, text } = await deps.database.tenant(principal.organizationId, (tx) =>
      exportTranscript(tx, principal, params, query.as, query.deidentified === 'true'),
    )
    return reply
      .headers(headersOf({ filename, content_type: contentType }))
      .header('cache-control', 'no-store')
      .send(Buffer.from(text))
  })

  implement(`POST ${transcript}import/`, async ({ principal, params, query, request, reply }) => {
    const isPreview = query.preview === 'true'
    const answer = isPreview
      ? await previewImport(deps, principal, params, request)
      : await importTranscript(deps, principal, params, request, query.based_on)
    return reply.code(isPreview ? 200 : 201).send(answer)
  })
}
