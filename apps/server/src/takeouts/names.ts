/** Names in the style of BIDS: `sub-…`, `ses-…`, `task-…`, with letters and digits only. */

const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9]/g, '')

const tail = (id: string) => id.replaceAll('-', '').slice(-8)

/** A code of letters and digits, unchanged. Any other code gets the end of the id, so that labels stay unique. */
export function subjectLabel({ id, code }: { id: string; code: string }): string {
  const label = plain(code)
  return `sub-${label === code ? code : `${label}x${tail(id)}`}`
}

/** The time in UTC. The end of the id distinguishes two sessions of the same second. */
export const sessionLabel = ({ id, date_created }: { id: string; date_created: Date }): string =>
  `ses-${date_created.toISOString().slice(0, 19).replace(/[-:]/g, '')}x${tail(id)}`

const extensions: Record<string, string> = { 'audio/wav': 'wav', 'audio/flac': 'flac', 'audio/mpeg': 'mp3' }

export function audioPath(place: {
  subject: string
  session: string
  item: string
  take: number
  contentType: string
  /** The participant's recording, or the examiner's channel beside it. */
  part?: 'audio' | 'examiner'
}): string {
  const { subject, session, item, take, contentType, part = 'audio' } = place
  const extension = extensions[contentType] ?? plain(contentType.split('/')[1] ?? 'bin').toLowerCase()
  const name = [subject, session, `task-${plain(item)}`, `run-${String(take).padStart(2, '0')}`, part].join('_')
  return `audio/${subject}/${session}/${name}.${extension}`
}

/** A name that is valid on every file system. */
export const fileName = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[-.]+|[-.]+$/g, '')
    .slice(0, 100) || 'file'
