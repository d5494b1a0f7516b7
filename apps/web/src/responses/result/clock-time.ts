/** `1:05.3`: minutes, seconds and tenths, cut off rather than rounded up to a time not yet reached. */
export function clockTime(seconds: number): string {
  // A multiple of 0.1 is often a hair below itself.
  const tenths = Math.floor(seconds * 10 + 1e-6)
  return `${Math.floor(tenths / 600)}:${String(Math.floor(tenths / 10) % 60).padStart(2, '0')}.${tenths % 10}`
}
