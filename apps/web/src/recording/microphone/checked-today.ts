import type { CheckResult } from '../judge/check.ts'

const checkItem = 'fonema.microphone_check'

const today = () => new Date().toDateString()

/** Today's check result for this microphone in this browser; null when it was not checked today. */
export function checkOfToday(deviceId: string): CheckResult | null {
  const kept = readKept()
  return kept !== null && kept.day === today() && kept.deviceId === deviceId ? kept.result : null
}

export function noteChecked(deviceId: string, result: CheckResult): void {
  localStorage.setItem(checkItem, JSON.stringify({ day: today(), deviceId, result } satisfies Kept))
}

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
