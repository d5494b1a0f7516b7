import type { Participant, ParticipantId } from '@fonema/contract'
import type { QueryClient } from '@tanstack/react-query'
import { amendAnswers } from '../../api/device-answers.ts'
import { placeOf, queryFor } from '../../api/query.ts'
import type { Upload, UploadQueue } from '../recorder/upload.ts'

const list = queryFor('GET /user/participants/')

/** Shows participants that wait in the outbox in the list of all, as if the server had them. */
export function showWaiting(queue: UploadQueue, client: () => QueryClient | undefined): void {
  const waiting = () => queue.getSnapshot().uploads.flatMap(participantOf)
  const withWaiting = (all: readonly Participant[]) => {
    const known = new Set(all.map(({ id }) => id))
    return [...waiting().filter(({ id }) => !known.has(id)), ...all]
  }
  amendAnswers(placeOf(list.queryKey), (answer) => withWaiting(answer as Participant[])) // the answer of this place
  let shown = ''
  queue.subscribe(() => {
    const now = JSON.stringify(waiting())
    if (now === shown) return
    shown = now
    client()?.setQueryData(list.queryKey, (all) => all && withWaiting(all))
    void client()?.invalidateQueries({ queryKey: list.queryKey })
  })
}

function participantOf(upload: Upload): Participant[] {
  if (upload.kind !== 'participant') return []
  const nothing = {
    first_name: null,
    last_name: null,
    birthday: null,
    sex: null,
    education_years: null,
    occupation: null,
    diagnose: null,
    diagnose_date: null,
    phone: null,
    country: null,
  }
  const given = Object.fromEntries(
    Object.entries(upload.body).filter(([, value]) => value !== undefined && value !== ''),
  )
  const { code, locale } = upload.body
  const created_at = new Date(upload.sequence).toISOString()
  const id = upload.participantId as ParticipantId // chosen here
  return [{ ...nothing, ...given, id, code, locale, active: true, created_at }]
}
