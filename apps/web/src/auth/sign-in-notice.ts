import type { SessionEnd } from '../api/session.ts'
import { links } from '../ui/links.ts'

/** What the sign-in page should know of the page before: why the session ended, and where to go on. */
export type SignInNotice = { ended: SessionEnd | null; returnTo: string | null }

const noticeItem = 'fonema.sign_in_notice'

/** Leaves for the sign-in page by loading it anew, so that nothing of the session stays in memory. */
export function leaveForSignIn(notice: SignInNotice): void {
  sessionStorage.setItem(noticeItem, JSON.stringify(notice))
  location.replace(links.signIn)
}

/** Read once: a reload shows no old news. */
export function takeSignInNotice(): SignInNotice | null {
  const text = sessionStorage.getItem(noticeItem)
  sessionStorage.removeItem(noticeItem)
  return text === null ? null : JSON.parse(text)
}
