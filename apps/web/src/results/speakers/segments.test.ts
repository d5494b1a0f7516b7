import { NewSpeakerTrack, wordSpeakers } from '@fonema/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  insert,
  join,
  moveEdge,
  moveTo,
  nudgeEdge,
  openTrack,
  remove,
  setSpeaker,
  split,
  type Track,
  toSegments,
} from './segments.ts'

const piece = (start_s: number, end_s: number, speaker: (typeof wordSpeakers)[number] = 'participant') => ({
  start_s,
  end_s,
  speaker,
})
const track = openTrack([piece(0.5, 2), piece(2, 3, 'examiner'), piece(4, 5)])

test('an edge moves by 10 ms, up to the neighbour and the ends of the recording', () => {
  const middle = moveTo(track, 1)
  expect(toSegments(nudgeEdge(middle, 'end', 1, 6))[1]).toEqual(piece(2, 3.01, 'examiner'))
  expect(toSegments(moveEdge(middle, 'end', 9, 6))[1]).toEqual(piece(2, 4, 'examiner'))
  expect(moveEdge(middle, 'start', 0, 6)).toBe(middle)
  expect(toSegments(moveEdge(middle, 'start', 9, 6))[1]).toEqual(piece(2.98, 3, 'examiner'))
  expect(toSegments(moveEdge(track, 'start', -1, 6))[0]).toEqual(piece(0, 2))
  expect(toSegments(moveEdge(moveTo(track, 2), 'end', 9, 6))[2]).toEqual(piece(4, 6))
})

test('a split and a join, and a segment in a silence', () => {
  const cut = split(track, 1)
  expect(toSegments(cut).slice(0, 2)).toEqual([piece(0.5, 1), piece(1, 2)])
  expect(cut.at).toBe(1)
  expect(toSegments(setSpeaker(cut, 'other'))[1]).toEqual(piece(1, 2, 'other'))
  expect(toSegments(join(cut))).toEqual(toSegments(track))
  // The position is elsewhere: in the middle.
  expect(toSegments(split(track, 4.5))[0]).toEqual(piece(0.5, 1.25))
  // A join takes the silence in, and the speaker of the first.
  expect(toSegments(join(moveTo(track, 2)))).toEqual([piece(0.5, 2), piece(2, 5, 'examiner')])
  expect(toSegments(insert(track, 3.2, 6))[2]).toEqual(piece(3.2, 4))
  expect(insert(track, 1, 6)).toBe(track)
  expect(toSegments(remove(track))).toHaveLength(2)
  expect(insert({ segments: [], at: -1 }, 0, 6).at).toBe(0)
})

const moments = fc.double({ min: -1, max: 7, noNaN: true })
const step = fc.oneof(
  fc.nat(6).map((at) => (now: Track) => moveTo(now, at)),
  fc.tuple(fc.constantFrom('start' as const, 'end' as const), moments).map(
    ([edge, seconds]) =>
      (now: Track) =>
        moveEdge(now, edge, seconds, 6),
  ),
  fc.constantFrom(...wordSpeakers).map((speaker) => (now: Track) => setSpeaker(now, speaker)),
  moments.map((seconds) => (now: Track) => split(now, seconds)),
  fc.double({ min: 0, max: 6, noNaN: true }).map((seconds) => (now: Track) => insert(now, seconds, 6)),
  fc.constantFrom(join, remove),
)

test('whatever was edited, the contract accepts the segments, and each id and the place are right', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const { segments, at } = steps.reduce((now, edit) => edit(now), track)
      expect(NewSpeakerTrack.safeParse({ segments: toSegments({ segments, at }), based_on: 0 }).error).toBeUndefined()
      expect(Math.max(0, ...segments.map(({ end }) => end))).toBeLessThanOrEqual(6)
      expect(new Set(segments.map(({ id }) => id)).size).toBe(segments.length)
      expect(at >= (segments.length === 0 ? -1 : 0) && at < Math.max(1, segments.length)).toBe(true)
    }),
  )
})

test('two people at the same time become one after the other: the words of others leave the segment of the participant', () => {
  const heard = [
    piece(0, 10),
    piece(4, 4.5, 'examiner'),
    piece(9, 12, 'examiner'),
    piece(11, 11.5),
    piece(12, 13),
    piece(12.99, 14, 'examiner'),
  ]
  const opened = toSegments(openTrack(heard))
  expect(opened).toEqual([
    piece(0, 4),
    piece(4, 4.5, 'examiner'),
    piece(4.5, 9),
    piece(9, 12, 'examiner'),
    piece(12, 12.99),
    piece(12.99, 14, 'examiner'),
  ])
  expect(NewSpeakerTrack.safeParse({ segments: opened, based_on: 0 }).success).toBe(true)
})
