import { onSessionEnd } from './session.ts'

/** Of more calls than a page asks again and again, the earliest are forgotten. */
const most = 30

type Known = { tag: string; answer: unknown }

/** The last answers with a tag, by address. Kept in memory alone, and only while the session lasts. */
const known = new Map<string, Known>()
onSessionEnd(() => known.clear())

export const findKnown = (url: string): Known | undefined => known.get(url)

export function keepKnown(url: string, { headers }: Response, answer: unknown): void {
  const tag = headers.get('ETag')
  // What the browser may store, it asks for in the same way by itself.
  if (tag === null || headers.get('Cache-Control')?.includes('no-cache')) return
  known.delete(url)
  known.set(url, { tag, answer })
  if (known.size > most) known.delete(known.keys().next().value!)
}
