import type { ReactNode } from 'react'

/** A text with the letters found by a search in bold; `places` ascend. */
export function MarkedText({ text, places }: { text: string; places: readonly number[] }) {
  if (places.length === 0) return text
  const parts: ReactNode[] = []
  let end = 0
  for (let i = 0; i < places.length; i++) {
    const start = places[i]!
    let length = 1
    while (places[i + 1] === start + length) {
      length++
      i++
    }
    if (start > end) parts.push(text.slice(end, start))
    parts.push(<b key={start}>{text.slice(start, start + length)}</b>)
    end = start + length
  }
  if (end < text.length) parts.push(text.slice(end))
  return parts
}
