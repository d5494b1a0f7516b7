import type { SessionEnd } from '../api/session.ts'
import { links } from '../ui/links.ts'

/** Passed to the sign-in page: why the session ended, and which page to return to. */
type SignInNotice = { ended: SessionEnd | null; returnTo: string | null }

const noticeItem = 'fonema.sign_in_notice'

/** Reloads into the sign-in page, so that nothing of the session stays in memory. */
export function leaveForSignIn(notice: SignInNotice): void {
  sessionStorage.setItem(noticeItem, JSON.stringify(notice))
  location.replace(links.signIn)
}

/** Reads the notice once, so that a reload does not show it again. */
export function takeSignInNotice(): SignInNotice | null {
  const text = sessionStorage.getItem(noticeItem)
  sessionStorage.removeItem(noticeItem)
  return text === null ? null : JSON.parse(text)
}
