import type { ReportContent } from '@fonema/contract'
import { ink, type PdfPage } from './pdf-page.ts'

type Chart = ReportContent['charts'][number]

const titleHeight = 22
const areaHeight = 92
const rowHeight = 12
const [labelSize, noteSize] = [8, 8.5]
const gap = 10

/** What the axis covers at least, as a share of the largest value. */
const leastShare = 0.3

/** The values of one measure over time, with the measurement error around the first comparable one. */
export function chart(page: PdfPage, each: Chart) {
  const { doc, root, left, width } = page
  const { points, band, text, title } = each
  const { bottom, notesOf, xs, rows, labels } = planOf(page, each)
  page.need(chartHeight(page, each))
  const top = doc.y
  const area = { y: top + titleHeight, h: areaHeight }
  const all = [...points.map(({ value }) => value), ...(band === null ? [] : [band.low, band.high])]
  // A small difference must not look like a large one: the axis covers at least a part of the values themselves.
  const least = leastShare * Math.max(...all.map(Math.abs))
  const missing = Math.max(0, least - (Math.max(...all) - Math.min(...all)))
  const min = Math.min(...all) - missing / 2
  const spread = Math.max(...all) + missing / 2 - min || 1
  const yOf = (value: number) => area.y + area.h - ((value - min + spread * 0.1) / (spread * 1.2)) * area.h
  const comparable = points.map((_, i) => i).filter((i) => isComparable(points[i]!))

  const draw = () => {
    page.put(title, left, top, width, { size: 10, weight: 'bold' })
    if (band !== null) {
      const [from, to] = [xs[comparable[0] ?? 0]! - 4, left + width]
      doc.rect(from, yOf(band.high), to - from, yOf(band.low) - yOf(band.high)).fill(ink.band)
    }
    const axis = area.y + area.h
    doc
      .moveTo(left, axis)
      .lineTo(left + width, axis)
      .lineWidth(0.6)
      .strokeColor(ink.line)
      .stroke()
    points.forEach(({ value }, i) => {
      const foot = axis + 4 + rows[i]! * rowHeight + labelSize
      doc.moveTo(xs[i]!, yOf(value)).lineTo(xs[i]!, foot).lineWidth(0.5).strokeColor(ink.line).stroke()
    })
    for (const [place, i] of comparable.entries()) doc[place === 0 ? 'moveTo' : 'lineTo'](xs[i]!, yOf(points[i]!.value))
    if (comparable.length > 0) doc.lineWidth(1.2).strokeColor(ink.text).stroke()
    points.forEach((point, i) => {
      const [x, y] = [xs[i]!, yOf(point.value)]
      const isLast = i === points.length - 1
      const mark = doc.circle(x, y, isLast ? 3.6 : 2.8)
      if (isComparable(point)) mark.fill(isLast ? ink.accent : ink.text)
      else mark.lineWidth(1.2).fillAndStroke('#ffffff', ink.text)
      const look = { size: labelSize, weight: isLast ? ('bold' as const) : ('regular' as const) }
      page.put(labels[i]!, x + 3, axis + 4 + rows[i]! * rowHeight, width, look)
    })
  }
  root.add(doc.struct('Figure', { alt: text }, draw))
  doc.x = left
  doc.y = top + bottom
  for (const note of notesOf) page.block('P', note, { size: noteSize, color: ink.muted, after: 1 })
  doc.y += gap
}

/** The height of a chart with all that is printed below it. */
export function chartHeight(page: PdfPage, each: Chart): number {
  const { bottom, notesOf } = planOf(page, each)
  return bottom + notesOf.reduce((sum, note) => sum + heightOfNote(page, note), 0) + gap
}

const heightOfNote = (page: PdfPage, note: string) => page.heightOf(note, page.width, { size: noteSize }) + 1

// Reports of earlier layouts do not have the member.
const isComparable = ({ hollow }: Chart['points'][number]) => (hollow ?? null) === null

/** Where each mark and its label stand, and how high the figure is. */
function planOf(page: PdfPage, { points, band, notes }: Chart) {
  const labels = points.map(({ label, text }) => `${label}: ${text}`)
  const widths = labels.map((label) => page.widthOf(label, labelSize) + gap)
  const times = points.map(({ at }, i) => (at === undefined ? i : Date.parse(at)))
  const [first, last] = [Math.min(...times), Math.max(...times)]
  // The label of the latest mark stands to its right.
  const length = page.width - 8 - Math.max(...widths)
  const xs = times.map((time) => page.left + 8 + (last === first ? 0 : ((time - first) / (last - first)) * length))
  const rows = rowsOf(xs, widths)
  const bottom = titleHeight + areaHeight + 9 + (Math.max(...rows) + 1) * rowHeight
  return { labels, xs, rows, bottom, notesOf: [...(band === null ? [] : [band.text]), ...(notes ?? [])] }
}

/** The row of each label: below those of later marks that begin before it ends, so that nothing crosses a label. */
function rowsOf(xs: readonly number[], widths: readonly number[]): number[] {
  const rows: number[] = []
  for (let i = xs.length - 1; i >= 0; i--) {
    const later = rows.filter((_, j) => j > i && xs[j]! < xs[i]! + widths[i]!)
    rows[i] = Math.max(-1, ...later) + 1
  }
  return rows
}
