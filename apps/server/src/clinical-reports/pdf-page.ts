import path from 'node:path'
import PDFDocument from 'pdfkit'

const fontFolder = path.join(import.meta.dirname, 'fonts')
const fonts = {
  regular: path.join(fontFolder, 'SourceSans3-Regular.ttf'),
  bold: path.join(fontFolder, 'SourceSans3-SemiBold.ttf'),
}

export const ink = {
  text: '#16262b',
  muted: '#4d6168',
  line: '#d3dde0',
  accent: '#0b5f66',
  band: '#d5e6e8',
  alert: '#a33b0b',
}

/** Above a heading that does not begin a page. */
const headingGap = 9
const margins = { top: 54, bottom: 66, left: 57, right: 57 }
type Weight = keyof typeof fonts
type Style = { size?: number; weight?: Weight; color?: string; align?: 'left' | 'right' }

/** Everything random or of today in a PDF is set here, so that equal content gives equal bytes. */
export function openPdf(about: {
  title: string
  author: string
  language: string
  paper: 'A4' | 'LETTER'
  madeAt: Date
}) {
  const doc = new PDFDocument({
    size: about.paper,
    margins,
    font: fonts.regular,
    pdfVersion: '1.7',
    subset: 'PDF/A-2a',
    tagged: true,
    lang: about.language,
    displayTitle: true,
    bufferPages: true,
    info: {
      Title: about.title,
      Author: about.author,
      Creator: 'Fonema',
      Producer: 'Fonema',
      CreationDate: about.madeAt,
      ModDate: about.madeAt,
    },
  })
  const chunks: Uint8Array[] = []
  doc.on('data', (chunk: Uint8Array) => chunks.push(chunk))
  const bytes = new Promise<Buffer>((resolve) => doc.on('end', () => resolve(Buffer.concat(chunks))))
  const root = doc.struct('Document')
  doc.addStructure(root)
  const left = margins.left
  const width = doc.page.width - margins.left - margins.right
  const bottom = doc.page.height - margins.bottom

  const style = ({ size = 10, weight = 'regular', color = ink.text }: Style) =>
    doc.font(fonts[weight]).fontSize(size).fillColor(color)
  /** Text at a place, without a tag. */
  const put = (text: string, x: number, y: number, w: number, look: Style = {}) =>
    style(look).text(text, x, y, { width: w, align: look.align ?? 'left', lineGap: 1.5 })
  const heightOf = (text: string, w: number, look: Style = {}) =>
    style(look).heightOfString(text === '' ? ' ' : text, { width: w, lineGap: 1.5 })
  const widthOf = (text: string, size: number) => style({ size }).widthOfString(text)
  const room = () => bottom - doc.y
  /** The height between the margins. */
  const height = bottom - margins.top
  const isFirst = () => doc.bufferedPageRange().count === 1
  /** Starts a new page unless this much fits below. */
  const need = (height: number) => {
    if (room() < height) doc.addPage()
  }
  /** A block of text with its tag. */
  const block = (tag: string, text: string, look: Style & { after?: number; indent?: number } = {}) => {
    const { after = 4, indent = 0 } = look
    root.add(doc.struct(tag, {}, () => put(text, left + indent, doc.y, width - indent, look)))
    doc.y += after
  }
  /** A paragraph whose first words are bold. */
  const lead = (first: string, rest: string) => {
    const draw = () => {
      style({ weight: 'bold' }).text(first, left, doc.y, { width, lineGap: 1.5, continued: true })
      style({}).text(rest, { width, lineGap: 1.5 })
    }
    root.add(doc.struct('P', {}, draw))
    doc.y += 1
  }
  /** A heading, kept on the page of what follows: `follows` is the height that must fit under it. */
  const heading = (text: string, follows = 40, tag = 'H2', size = 12.5) => {
    need(headingHeight(text, size) + follows)
    if (doc.y > margins.top) doc.y += headingGap
    block(tag, text, { size, weight: 'bold', after: 3 })
  }
  const headingHeight = (text: string, size: number) => headingGap + heightOf(text, width, { size, weight: 'bold' }) + 3
  const artifact = (draw: () => void) => {
    doc.markContent('Artifact', { type: 'Layout' })
    draw()
    doc.endMarkedContent()
  }
  const rule = (y: number, from = left, length = width) =>
    artifact(() =>
      doc
        .moveTo(from, y)
        .lineTo(from + length, y)
        .lineWidth(0.6)
        .strokeColor(ink.line)
        .stroke(),
    )

  return {
    doc,
    root,
    bytes,
    left,
    width,
    bottom,
    margins,
    put,
    heightOf,
    widthOf,
    room,
    height,
    isFirst,
    need,
    block,
    lead,
    heading,
    headingHeight,
    artifact,
    rule,
  }
}
export type PdfPage = ReturnType<typeof openPdf>
