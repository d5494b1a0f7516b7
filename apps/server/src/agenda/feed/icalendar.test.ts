import { expect, test } from 'vitest'
import { type CalendarEntry, escapeText, foldLine, writeICalendar } from './icalendar.ts'

const entry: CalendarEntry = {
  uid: '01990000-0000-7000-8000-000000000001',
  start: new Date('2026-11-25T13:30:00.000Z'),
  end: new Date('2026-11-25T14:15:00.000Z'),
  summary: 'Visita P-1',
  description: null,
  url: 'https://clinic.example/dashboard/participant/1/',
  isCancelled: false,
  created: new Date('2026-11-20T08:00:00.000Z'),
  modified: new Date('2026-11-21T09:00:00.999Z'),
  sequence: 2,
}

test('an event has its moments in UTC, and its stamps come from the data', () => {
  const text = writeICalendar({ name: 'Visitas · Fonema', language: 'es', entries: [entry] })
  expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true)
  expect(text.split('\r\n').slice(8, -2)).toEqual([
    'BEGIN:VEVENT',
    'UID:01990000-0000-7000-8000-000000000001',
    'DTSTAMP:20261121T090000Z',
    'CREATED:20261120T080000Z',
    'LAST-MODIFIED:20261121T090000Z',
    'SEQUENCE:2',
    'DTSTART:20261125T133000Z',
    'DTEND:20261125T141500Z',
    'SUMMARY:Visita P-1',
    'URL:https://clinic.example/dashboard/participant/1/',
    'STATUS:CONFIRMED',
    'CLASS:PRIVATE',
    'END:VEVENT',
  ])
})

test('signs with a meaning are escaped, and no text can begin a line of its own', () => {
  expect(escapeText('a;b,c\\d:e')).toBe('a\\;b\\,c\\\\d:e')
  for (const end of ['\r\n', '\n', '\r', '\u2028', '\u2029'])
    expect(escapeText(`P${end}ATTACH:http://evil.example`)).toBe('P\\nATTACH:http://evil.example')
  expect(escapeText('P\u0000\u0007\u0085-1')).toBe('P-1')
})

test('a long line is folded at 75 bytes without cutting a character', () => {
  for (const text of ['x'.repeat(75), 'x'.repeat(76), 'ñ'.repeat(200), `${'x'.repeat(73)}😀${'é'.repeat(90)}`]) {
    const parts = foldLine(text).split('\r\n')
    expect(parts.every((part) => Buffer.byteLength(part) <= 75)).toBe(true)
    expect(parts.slice(1).every((part) => part.startsWith(' '))).toBe(true)
    expect(parts.map((part, i) => (i === 0 ? part : part.slice(1))).join('')).toBe(text)
  }
  expect(foldLine('x'.repeat(75))).not.toContain('\r\n')
})
