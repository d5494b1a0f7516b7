import { largestPiece, PieceFields } from '@fonema/contract'
import { AppError } from '../../platform/http/errors.ts'
import type { Implement } from '../../platform/http/implement.ts'
import { headersOf } from '../../platform/objects/download-headers.ts'
import { parseRange } from '../../platform/objects/send-object.ts'
import { type ResponseDeps, requireSession } from '../service.ts'
import { receiveAudio } from '../speech-form.ts'
import { cutTake } from './cuts.ts'
import { contiguous, framesOf, readPart, sizeOfPart } from './joined.ts'
import { storePiece } from './pieces.ts'
import { findPieces } from './queries.ts'
import { addMark, finishRecording, removeMark, requireRecording, startRecording, stateOf } from './service.ts'
import { viewRecordings } from './view.ts'

export function sessionRecordingRoutes(implement: Implement, deps: ResponseDeps) {
  const { database, store } = deps
  const recordings = '/protocols/responses/{participant_id}/{protocol_res_id}/recordings/' as const
  const recording = `${recordings}{recording_id}/` as const

  implement.inTenant(`GET ${recordings}`, async ({ tx, principal, params, page }) => {
    const { id } = await requireSession(tx, principal, params)
    const ofSession = tx.selectFrom('session_recordings').selectAll().where('protocol_response_id', '=', id)
    return viewRecordings(tx, await page.read(tx, ofSession))
  })

  implement.inTenant(`POST ${recordings}`, ({ tx, principal, params, body }) =>
    startRecording(deps, tx, principal, params, body),
  )

  implement.inTenant(`GET ${recording}`, ({ tx, principal, params }) => stateOf(tx, principal, params))

  implement(`POST ${recording}pieces/`, async ({ principal, params, request }) => {
    // Before its bytes arrive.
    await database.tenant(principal.organizationId, (tx) => requireRecording(tx, principal, params))
    if (!request.isMultipart()) throw new AppError('unsupported_media_type')
    return receiveAudio(request, { store, maxAudioBytes: largestPiece }, PieceFields, (piece) =>
      storePiece(deps, principal, params, piece),
    )
  })

  implement.inTenant(`POST ${recording}marks/`, ({ tx, principal, params, body }) =>
    addMark(deps, tx, principal, params, body),
  )

  implement.inTenant(`PATCH ${recording}marks/{mark_id}/`, ({ tx, principal, params, body }) =>
    removeMark(deps, tx, principal, params, body.removed),
  )

  implement(`POST ${recording}finish/`, ({ principal, params, body }) => finishRecording(deps, principal, params, body))

  implement(`POST ${recording}cuts/`, ({ principal, params, body }) => cutTake(deps, principal, params, body))

  implement(`GET ${recording}audio_src/`, async ({ principal, params, query, request, reply }) => {
    const { row, pieces } = await database.tenant(principal.organizationId, async (tx) => {
      const found = await requireRecording(tx, principal, params)
      return { row: found, pieces: contiguous(await findPieces(tx, [found.id])) }
    })
    const frameAt = (seconds: number) => Math.min(framesOf(pieces), Math.round(seconds * row.sample_rate_hz))
    const part = { start: frameAt(query.from_s ?? 0), end: frameAt(query.to_s ?? Number.POSITIVE_INFINITY) }
    if (part.end <= part.start) throw new AppError('range_not_satisfiable')
    const size = sizeOfPart(part)
    const range = parseRange(request.headers.range, size)
    reply.headers({
      ...headersOf({ filename: `${row.id}.wav`, content_type: 'audio/wav' }),
      'content-security-policy': "sandbox; default-src 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'private, no-store',
      'accept-ranges': 'bytes',
    })
    if (range === null) {
      reply.header('content-range', `bytes */${size}`)
      throw new AppError('range_not_satisfiable')
    }
    const bytes = range ?? { start: 0, end: size - 1 }
    if (range !== undefined) reply.code(206).header('content-range', `bytes ${bytes.start}-${bytes.end}/${size}`)
    return reply.header('content-length', bytes.end - bytes.start + 1).send(readPart(store, row, pieces, part, bytes))
  })
}
