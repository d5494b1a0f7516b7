/** The loudest peak of each of `count` equal parts, 0 to 100, from the server's peaks in base64. */
export function barsOf(peaks: string, count: number): number[] {
  const values = Uint8Array.from(atob(peaks), (letter) => letter.charCodeAt(0))
  const bars = Math.min(count, values.length)
  return Array.from({ length: bars }, (_, bar) => {
    const from = Math.floor((bar * values.length) / bars)
    const to = Math.floor(((bar + 1) * values.length) / bars)
    return (values.subarray(from, to).reduce((loudest, value) => Math.max(loudest, value), 0) / 255) * 100
  })
}
