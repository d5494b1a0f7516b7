/** An event of a calendar, as RFC 5545 names its parts. */
export type CalendarEntry = {
  uid: string
  start: Date
  end: Date
  summary: string
  description: string | null
  url: string
  isCancelled: boolean
  created: Date
  modified: Date
  /** How often the event was changed. */
  sequence: number
}

type Calendar = { name: string; language: string; entries: readonly CalendarEntry[] }

const maxLineBytes = 75

/** How often other programs should read the calendar again. */
const refresh = 'PT1H'

/**
 * A calendar of events in UTC. Its stamps come from the events, so equal events give equal bytes.
 *
 * @see RFC 5545; RFC 7986 for NAME and REFRESH-INTERVAL, whose X- forms older programs read
 */
export function writeICalendar({ name, language, entries }: Calendar): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//Fonema//Visits//${language.toUpperCase()}`,
    'CALSCALE:GREGORIAN',
    `NAME:${escapeText(name)}`,
    `X-WR-CALNAME:${escapeText(name)}`,
    `REFRESH-INTERVAL;VALUE=DURATION:${refresh}`,
    `X-PUBLISHED-TTL:${refresh}`,
    ...entries.flatMap(eventLines),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${foldLine(line)}\r\n`).join('')
}

function eventLines(entry: CalendarEntry): string[] {
  return [
    'BEGIN:VEVENT',
    `UID:${entry.uid}`,
    `DTSTAMP:${utc(entry.modified)}`,
    `CREATED:${utc(entry.created)}`,
    `LAST-MODIFIED:${utc(entry.modified)}`,
    `SEQUENCE:${entry.sequence}`,
    `DTSTART:${utc(entry.start)}`,
    `DTEND:${utc(entry.end)}`,
    `SUMMARY:${escapeText(entry.summary)}`,
    ...(entry.description === null ? [] : [`DESCRIPTION:${escapeText(entry.description)}`]),
    `URL:${entry.url}`,
    `STATUS:${entry.isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    'CLASS:PRIVATE',
    'END:VEVENT',
  ]
}

const utc = (time: Date) => time.toISOString().replace(/[-:]|\.\d{3}/g, '')

/** Without control characters, which no line may contain. */
export const escapeText = (text: string) =>
  text
    .replace(/[\\;,]/g, (sign) => `\\${sign}`)
    .replace(/\r\n|[\r\n\u2028\u2029]/g, '\\n')
    .replace(/[\p{Cc}]/gu, '')

/** A line as lines of at most 75 bytes. Each further one begins with a space; no character is cut. */
export function foldLine(line: string): string {
  const folded: string[] = []
  let part = ''
  let bytes = 0
  for (const sign of line) {
    const size = Buffer.byteLength(sign)
    if (bytes + size > maxLineBytes) {
      folded.push(part)
      part = ' '
      bytes = 1
    }
    part += sign
    bytes += size
  }
  return [...folded, part].join('\r\n')
}
