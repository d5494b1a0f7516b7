import type { ReportContent } from '@fonema/contract'
import { ink, type PdfPage } from './pdf-page.ts'

type Chart = ReportContent['charts'][number]

export const chartHeight = 150

/** What the axis covers at least, as a share of the largest value. */
const leastShare = 0.3

/** The values of one measure over the sessions, with the middle half of its reference. */
export function chart(page: PdfPage, { title, points, band, text }: Chart) {
  const { doc, root, left, width } = page
  page.need(chartHeight + 20)
  const top = doc.y
  const area = { x: left + 30, y: top + 22, w: width - 60, h: chartHeight - 50 }
  const ends = points.flatMap(({ value, error }) => [value - (error ?? 0), value + (error ?? 0)])
  const all = [...ends, ...(band === null ? [] : [band.low, band.high])]
  // A small difference must not look like a large one: the axis covers at least a part of the values themselves.
  const least = leastShare * Math.max(...all.map(Math.abs))
  const missing = Math.max(0, least - (Math.max(...all) - Math.min(...all)))
  const min = Math.min(...all) - missing / 2
  const spread = Math.max(...all) + missing / 2 - min || 1
  const yOf = (value: number) => area.y + area.h - ((value - min + spread * 0.1) / (spread * 1.2)) * area.h
  const step = points.length < 2 ? 0 : area.w / (points.length - 1)
  const xOf = (i: number) => (points.length < 2 ? area.x + area.w / 2 : area.x + i * step)

  const draw = () => {
    page.put(title, left, top, width, { size: 10, weight: 'bold' })
    if (band !== null) {
      const [low, high] = [yOf(band.low), yOf(band.high)]
      doc.rect(area.x - 15, high, area.w + 30, low - high).fill(ink.band)
      page.put(band.text, area.x - 12, high + 1, area.w + 24, { size: 7.5, color: ink.muted, align: 'right' })
    }
    for (const [i, { value }] of points.entries()) doc[i === 0 ? 'moveTo' : 'lineTo'](xOf(i), yOf(value))
    doc.lineWidth(1.2).strokeColor(ink.text).stroke()
    points.forEach(({ value, error, label, text: written }, i) => {
      const [x, y] = [xOf(i), yOf(value)]
      const isLast = i === points.length - 1
      if (error !== null)
        doc
          .moveTo(x, yOf(value - error))
          .lineTo(x, yOf(value + error))
          .lineWidth(0.8)
          .strokeColor(ink.muted)
          .stroke()
      doc.circle(x, y, isLast ? 3.6 : 2.8).fill(isLast ? ink.accent : ink.text)
      const w = 64
      page.put(written, x + 5, y - 12, w, { size: 8, weight: isLast ? 'bold' : 'regular' })
      page.put(label, x - page.widthOf(label, 8) / 2, area.y + area.h + 8, w, { size: 8, color: ink.muted })
    })
  }
  root.add(doc.struct('Figure', { alt: text }, draw))
  doc.x = left
  doc.y = top + chartHeight
}
