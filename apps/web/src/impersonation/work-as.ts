import { call } from '../api/call.ts'
import { ApiFailure } from '../api/http.ts'
import { startSession } from '../api/session.ts'
import { links } from '../ui/links.ts'

/** Reloads the page, so that data read as one person is never shown to the next. */
const enter = () => location.assign(links.dashboard)

export async function workAs(examiner_id: string, mode: string) {
  startSession(await call('POST /user/impersonification/{examiner_id}/{mode}/', { params: { examiner_id, mode } }))
  enter()
}

export async function workAsOneself() {
  try {
    startSession(await call('POST /user/desimpersonification'))
  } catch (error) {
    // Already ended: by another tab, or the answer was lost.
    if (!(error instanceof ApiFailure && error.code === 'conflict')) throw error
  }
  enter()
}
