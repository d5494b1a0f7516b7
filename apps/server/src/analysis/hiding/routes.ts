import type { Database } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors.ts'
import type { Implement } from '../../platform/http/implement.ts'
import { headersOf } from '../../platform/objects/download-headers.ts'
import type { ObjectStore } from '../../platform/objects/object-store.ts'
import { silentSpans } from './hiding.ts'
import { hiddenTake, listHidden } from './service.ts'
import { readSilenced } from './silent-audio.ts'

type Deps = { database: Database; store: ObjectStore }

const item = '/protocols/responses/{participant_id}/{protocol_res_id}/item/{protocol_item_id}/' as const

export function hidingRoutes(implement: Implement, { database, store }: Deps) {
  implement.inTenant(`GET ${item}transcript/hidden/`, ({ tx, principal, params }) => listHidden(tx, principal, params))

  implement(`GET ${item}audio_deidentified/`, async ({ principal, params, reply }) => {
    const { take, hiding } = await database.tenant(principal.organizationId, (tx) => hiddenTake(tx, principal, params))
    const audio = await readSilenced(store, take, { ...hiding, others: silentSpans(hiding) })
    if ('reason' in audio) throw new AppError('cannot_hide_names', { reason: audio.reason })
    return reply
      .headers(headersOf({ filename: `${take.id}.deidentified.wav`, content_type: 'audio/wav' }))
      .header('cache-control', 'no-store')
      .send(Buffer.from(audio.bytes))
  })
}
