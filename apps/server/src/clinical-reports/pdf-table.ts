import { ink, type PdfPage } from './pdf-page.ts'

export type Column = { title: string; share: number; align?: 'left' | 'right' }

const size = 9
const padding = 3
/** Between two columns. */
const gap = 14

/** A table whose head is repeated on each page and never stands alone. */
export function table(page: PdfPage, columns: readonly Column[], rows: readonly (readonly string[])[]) {
  const { doc, root, left } = page
  const element = doc.struct('Table')
  root.add(element)
  const widths = widthsOf(page, columns)
  const places = widths.map((_, i) => left + widths.slice(0, i).reduce((sum, each) => sum + each, 0))
  const drawRow = (cells: readonly string[], isHead: boolean) => {
    const top = doc.y
    const height = rowHeight(page, cells, widths)
    const row = doc.struct('TR')
    element.add(row)
    cells.forEach((cell, i) => {
      const look = {
        size,
        align: columns[i]!.align ?? 'left',
        ...(isHead && { weight: 'bold' as const, color: ink.muted }),
      }
      const draw = () => page.put(cell, places[i]!, top + padding, widths[i]! - gap, look)
      // An empty cell has no content to tag.
      row.add(cell === '' ? doc.struct('TD') : doc.struct(isHead ? 'TH' : 'TD', {}, draw))
    })
    row.end()
    page.rule(top + height)
    doc.y = top + height
  }
  const head = columns.map(({ title }) => title)
  page.need(tableStart(page, columns, rows))
  drawRow(head, true)
  for (const cells of rows) {
    if (page.room() < rowHeight(page, cells, widths)) {
      doc.addPage()
      drawRow(head, true)
    }
    drawRow(cells, false)
  }
  element.end()
}

const widthsOf = ({ width }: PdfPage, columns: readonly Column[]) => columns.map(({ share }) => share * width)

const rowHeight = (page: PdfPage, cells: readonly string[], widths: readonly number[]) =>
  Math.max(...cells.map((cell, i) => page.heightOf(cell, widths[i]! - gap, { size }))) + 2 * padding

/** The height of a table's head and its first two rows, which stay together. */
export function tableStart(page: PdfPage, columns: readonly Column[], rows: readonly (readonly string[])[]): number {
  const widths = widthsOf(page, columns)
  const first = [columns.map(({ title }) => title), ...rows.slice(0, 2)]
  return first.reduce((sum, cells) => sum + rowHeight(page, cells, widths), 0)
}
