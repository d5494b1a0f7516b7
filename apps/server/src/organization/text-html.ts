const escaped: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => escaped[sign]!)

/**
 * A plain text as HTML: empty lines separate paragraphs, `# ` begins a heading, and `- ` an entry of a list. Everything
 * else is text, also what looks like HTML.
 *
 * @param title HTML that stands above it
 */
export function asHtml(title: string, text: string): string {
  const parts = [title]
  let list: string[] = []
  let lines: string[] = []
  const end = () => {
    if (lines.length > 0) parts.push(`<p>${lines.join('<br>')}</p>`)
    if (list.length > 0) parts.push(`<ul>${list.map((entry) => `<li>${entry}</li>`).join('')}</ul>`)
    lines = []
    list = []
  }
  for (const line of text.split(/\r?\n/).map((each) => each.trim())) {
    const [, mark, rest] = /^([#-]) +(.*)$/.exec(line) ?? []
    if (mark === '-') {
      if (lines.length > 0) end()
      list.push(escapeHtml(rest!))
    } else {
      if (list.length > 0 || mark === '#' || line === '') end()
      if (mark === '#') parts.push(`<h3>${escapeHtml(rest!)}</h3>`)
      else if (line !== '') lines.push(escapeHtml(line))
    }
  }
  end()
  return parts.join('')
}
