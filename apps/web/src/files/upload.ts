import type { ParticipantFile } from '@fonema/contract'
import { ApiFailure } from '../api/http.ts'
import { randomId } from '../api/random-id.ts'
import { readSession, refreshSession } from '../api/session.ts'

type Upload = { participantId: string; file: File; onProgress: (ratio: number) => void }

/** Sends one file. Uses XMLHttpRequest, because `fetch` reports no upload progress. */
export async function uploadFile(upload: Upload): Promise<ParticipantFile> {
  const key = randomId()
  const access = readSession()?.access
  try {
    return await send(upload, key, access)
  } catch (error) {
    if (!(error instanceof ApiFailure) || error.status !== 401 || access === undefined) throw error
    await refreshSession(access)
    return send(upload, key, readSession()?.access)
  }
}

function send({ participantId, file, onProgress }: Upload, key: string, access?: string): Promise<ParticipantFile> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', `/api/files/${encodeURIComponent(participantId)}/`)
    request.responseType = 'json'
    request.setRequestHeader('Idempotency-Key', key)
    if (access !== undefined) request.setRequestHeader('Authorization', `Bearer ${access}`)
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total)
    request.onerror = () => reject(new ApiFailure(0, 'unreachable'))
    request.onload = () => {
      const answer = request.response as Record<string, unknown> | null
      if (request.status === 201 && answer !== null)
        resolve(answer as unknown as ParticipantFile) // the contract's 201
      else {
        const code = typeof answer?.code === 'string' ? (answer.code as ApiFailure['code']) : 'unknown'
        reject(new ApiFailure(request.status, code, answer ?? {}))
      }
    }
    const form = new FormData()
    form.append('file', file)
    request.send(form)
  })
}
