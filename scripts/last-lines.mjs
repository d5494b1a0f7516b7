/**
 * Keeps the last lines of a long output.
 *
 * @param {number} most how many lines
 */
export function createLastLines(most) {
  let text = ''
  return {
    /** @param {string} more */
    add(more) {
      text += more
      // Cut seldom, because each cut reads the whole.
      if (text.length > most * 4000) text = cut()
    },
    read: () => cut(),
  }

  function cut() {
    const lines = text.split('\n')
    return lines.slice(-(most + (lines.at(-1) === '' ? 1 : 0))).join('\n')
  }
}
