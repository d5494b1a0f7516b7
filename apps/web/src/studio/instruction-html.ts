import { instructionTags } from '@fonema/contract/protocol-limits'

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\u00a0', ' ')

/** Tags of browsers' editors, and what instructions have in their place. */
const sameAs: Readonly<Record<string, string>> = {
  b: 'strong',
  i: 'em',
  div: 'p',
  h1: 'h3',
  h2: 'h3',
  h4: 'h3',
  ol: 'ul',
}
const blocks = new Set(['p', 'ul', 'h3'])
const dropped = new Set(['script', 'style', 'template', 'iframe', 'object', 'svg', 'math', 'noscript'])

const tagOf = (element: Element): string | undefined => {
  const name = element.localName
  const tag = sameAs[name] ?? name
  return instructionTags.some((known) => known === tag) ? tag : undefined
}

function inner(node: Node): string {
  return Array.from(node.childNodes, (child) => written(child)).join('')
}

function written(node: Node): string {
  if (node.nodeType === Node.TEXT_NODE) return escaped(node.nodeValue ?? '')
  if (!(node instanceof Element) || dropped.has(node.localName)) return ''
  const tag = tagOf(node)
  if (tag === 'br') return '<br>'
  const content = inner(node)
  if (tag === undefined) return content
  return content.replace(/<br>/g, '').trim() === '' ? '' : `<${tag}>${content}</${tag}>`
}

/** The content of an editor as HTML of the instruction tags without attributes. Text outside a block becomes a paragraph. */
export function instructionOf(root: Node): string {
  let html = ''
  let loose = ''
  const close = () => {
    if (loose.replace(/<br>/g, '').trim() !== '') html += `<p>${loose.trim()}</p>`
    loose = ''
  }
  for (const child of root.childNodes) {
    const tag = child instanceof Element ? tagOf(child) : undefined
    if (tag !== undefined && blocks.has(tag)) {
      close()
      html += written(child)
    } else loose += written(child)
  }
  close()
  return html
}

/** Rewrites HTML of any origin, so that an editor shows only what may be stored. */
export const cleanInstruction = (html: string): string =>
  instructionOf(new DOMParser().parseFromString(html, 'text/html').body)
