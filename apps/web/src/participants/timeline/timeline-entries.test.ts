import type { Visit } from '@fonema/contract'
import { expect, test } from 'vitest'
import { countKinds, type TimelineSources, timelineOf } from './timeline-entries.ts'
import { fileOf, idOf, reportOf, sessionOf, surveyOf, visitOf } from './timeline-testing.ts'

const nothing: TimelineSources = { sessions: [], surveys: [], visits: [], reports: [], files: [] }
const monthOf = (moment: string) => moment.slice(0, 7)
const timeline = (sources: Partial<TimelineSources>) => timelineOf({ ...nothing, ...sources }, monthOf)
const keys = (sources: Partial<TimelineSources>) => timeline(sources).map(({ key }) => key)

test('everything stands in one order, newest first, planned visits before the past', () => {
  const sources = {
    sessions: [sessionOf(1, '2026-03-01T10:00:00.000Z')],
    surveys: [surveyOf(2, '2026-03-02T10:00:00.000Z')],
    visits: [visitOf(3, '2026-12-01'), visitOf(4, '2026-02-01', { state: 'overdue' })],
    reports: [reportOf(5, '2026-03-05T10:00:00.000Z')],
    files: [fileOf(6, '2026-02-20T10:00:00.000Z')],
  }
  expect(keys(sources)).toEqual([3, 5, 2, 1, 6, 4].map(idOf))
  expect(timeline(sources).map(({ month }) => month)).toEqual([
    '2026-12',
    '2026-03',
    '2026-03',
    '2026-03',
    '2026-02',
    '2026-02',
  ])
})

test('a signed report stands at its signature, a draft where it was made', () => {
  const signature = { at: '2026-05-01T10:00:00.000Z' } as never
  const reports = [
    reportOf(1, '2026-03-01T10:00:00.000Z', { signature, state: 'signed' }),
    reportOf(2, '2026-04-01T10:00:00.000Z'),
  ]
  expect(keys({ reports })).toEqual([1, 2].map(idOf))
})

test('archived results and cancelled visits are left out', () => {
  const sessions = [sessionOf(1, '2026-03-01T10:00:00.000Z', { active: false })]
  expect(keys({ sessions, visits: [visitOf(2, '2026-03-02', { state: 'cancelled' })] })).toEqual([])
})

test('a fulfilled visit stands with its session and counts as a visit; without the session it stands alone', () => {
  const fulfilled_by = { kind: 'protocolres', id: idOf(1) } as Visit['fulfilled_by']
  const visits = [visitOf(2, '2026-03-02', { state: 'done', fulfilled_by })]
  const session = sessionOf(1, '2026-03-01T10:00:00.000Z', { comment: 'Voz clara' })
  const [entry, ...others] = timeline({ sessions: [session], visits })
  expect(others).toEqual([])
  expect(entry).toMatchObject({ what: 'result', fulfilled: visits[0], kinds: ['session', 'visit', 'comment'] })
  expect(keys({ sessions: [{ ...session, active: false }], visits })).toEqual([idOf(2)])
})

test('counts the kinds that occur', () => {
  const sessions = [
    sessionOf(1, '2026-03-01T10:00:00.000Z', { comment: 'Voz clara' }),
    sessionOf(2, '2026-03-02T10:00:00.000Z'),
  ]
  expect(countKinds(timeline({ sessions, files: [fileOf(3, '2026-03-02T10:00:00.000Z')] }))).toEqual([
    ['session', 2],
    ['comment', 1],
    ['file', 1],
  ])
})
