import type { TextKey } from '../../ui/i18n.ts'
import type { links } from '../../ui/links.ts'

export type Room = keyof typeof links.rooms

/**
 * The rooms of the administration, in their order. Each has an address, a title and its own data. A further page of the
 * administration is one line here and one in `links.rooms`.
 */
export const rooms: readonly { room: Room; title: TextKey; isForOwner?: true }[] = [
  { room: 'people', title: 'rooms__title__people' },
  { room: 'overview', title: 'rooms__title__overview' },
  { room: 'content', title: 'rooms__title__content' },
  { room: 'norms', title: 'rooms__title__norms' },
  { room: 'recognition', title: 'rooms__title__recognition' },
  { room: 'reports', title: 'rooms__title__reports' },
  { room: 'data', title: 'rooms__title__data' },
  { room: 'sign_in', title: 'rooms__title__sign_in' },
  { room: 'security', title: 'rooms__title__security', isForOwner: true },
  { room: 'organization', title: 'rooms__title__organization' },
  { room: 'webhooks', title: 'rooms__title__webhooks' },
]
