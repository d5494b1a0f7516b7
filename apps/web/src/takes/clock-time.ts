/** `1:05.3`: minutes, seconds and tenths, truncated so that no later time is shown. */
export function clockTime(seconds: number): string {
  // A multiple of 0.1 is often slightly too small in binary.
  const tenths = Math.floor(seconds * 10 + 1e-6)
  return `${Math.floor(tenths / 600)}:${String(Math.floor(tenths / 10) % 60).padStart(2, '0')}.${tenths % 10}`
}
