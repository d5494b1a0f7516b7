import type { CheckResult } from '../judge/check.ts'

const checkItem = 'fonema.microphone_check'

const today = () => new Date().toDateString()

/**
 * What is known from an earlier check in this browser: today's result for this microphone. A poor room stays poor, with
 * any microphone and on any day, until it is measured better. Null when there is nothing to say.
 */
export function earlierCheck(deviceId: string): { result: CheckResult; isOfToday: boolean } | null {
  const kept = readKept()
  if (kept === null) return null
  if (kept.day === today() && kept.deviceId === deviceId) return { result: kept.result, isOfToday: true }
  const room = poorRoomOf(kept)
  return room.length > 0 ? { result: room, isOfToday: false } : null
}

/** A check that heard no voice says nothing about the room: what is known of a poor one stays as it is. */
export function noteChecked(deviceId: string, result: CheckResult): void {
  const kept = readKept()
  const isRoomKnown = result.some(({ subject }) => subject === 'room')
  if (!isRoomKnown && kept !== null && poorRoomOf(kept).length > 0) return
  localStorage.setItem(checkItem, JSON.stringify({ day: today(), deviceId, result } satisfies Kept))
}

const poorRoomOf = ({ result }: Kept) =>
  result.filter(({ subject, verdict }) => subject === 'room' && verdict === 'poor')

type Kept = { day: string; deviceId: string; result: CheckResult }

/** An older version of the page may have stored another format. */
function readKept(): Kept | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(checkItem) ?? 'null')
    return isKept(kept) ? kept : null
  } catch {
    return null
  }
}

const isKept = (kept: unknown): kept is Kept =>
  typeof kept === 'object' &&
  kept !== null &&
  'result' in kept &&
  Array.isArray(kept.result) &&
  kept.result.every((one: unknown) => typeof one === 'object' && one !== null && 'finding' in one)
