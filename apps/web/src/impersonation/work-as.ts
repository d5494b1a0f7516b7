import { call } from '../api/call.ts'
import { startSession } from '../api/session.ts'
import { links } from '../ui/links.ts'

/** The page is loaded anew: nothing that was read as one person is shown to the next. */
async function enterWith(tokens: Parameters<typeof startSession>[0]) {
  startSession(tokens)
  location.assign(links.dashboard)
}

export const workAs = async (examiner_id: string, mode: string) =>
  enterWith(await call('POST /user/impersonification/{examiner_id}/{mode}/', { params: { examiner_id, mode } }))

export const workAsOneself = async () => enterWith(await call('POST /user/desimpersonification'))
