/**
 * Places labels of known heights beside their lines' ends: each as near to its end as possible, none over another, all
 * inside a range. Labels keep the order of their ends.
 *
 * @param ends the wanted middle of each label
 * @returns the top of each label, in the order of `ends`
 */
export function placeLabels(
  ends: readonly number[],
  heights: readonly number[],
  [from, to]: readonly [number, number],
): number[] {
  const order = ends.map((_, i) => i).sort((a, b) => ends[a]! - ends[b]! || a - b)
  // Blocks of touching labels, each at the mean of what its labels want (pool adjacent violators).
  type Block = { members: number[]; height: number; wanted: number }
  const blocks: Block[] = []
  for (const i of order) {
    let block: Block = { members: [i], height: heights[i]!, wanted: ends[i]! - heights[i]! / 2 }
    for (;;) {
      const before = blocks.at(-1)
      if (before === undefined || before.wanted + before.height <= block.wanted) break
      blocks.pop()
      const n = before.members.length + block.members.length
      const wanted = (before.wanted * before.members.length + (block.wanted - before.height) * block.members.length) / n
      block = { members: [...before.members, ...block.members], height: before.height + block.height, wanted }
    }
    blocks.push(block)
  }
  const tops: number[] = Array(ends.length).fill(0)
  // Down from the upper limit, then up from the lower one.
  let y = from
  const starts = blocks.map((block) => {
    const start = Math.max(block.wanted, y)
    y = start + block.height
    return start
  })
  let limit = to
  for (let i = blocks.length - 1; i >= 0; i--) {
    starts[i] = Math.min(starts[i]!, limit - blocks[i]!.height)
    limit = starts[i]!
  }
  for (const [i, block] of blocks.entries()) {
    let top = starts[i]!
    for (const member of block.members) {
      tops[member] = top
      top += heights[member]!
    }
  }
  return tops
}

/** Breaks a text into lines of at most `width` letters; a longer word stays whole. */
export function wrapText(text: string, width: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}
