/** A text with the letters that a search found in bold. */
export function MarkedText({ text, positions }: { text: string; positions: readonly number[] }) {
  const marked = new Set(positions)
  const runs: { start: number; text: string; isMarked: boolean }[] = []
  for (let i = 0; i < text.length; i++) {
    const last = runs.at(-1)
    if (last?.isMarked === marked.has(i)) last.text += text.charAt(i)
    else runs.push({ start: i, text: text.charAt(i), isMarked: marked.has(i) })
  }
  return runs.map(({ start, text, isMarked }) =>
    isMarked ? <b key={start}>{text}</b> : <span key={start}>{text}</span>,
  )
}
