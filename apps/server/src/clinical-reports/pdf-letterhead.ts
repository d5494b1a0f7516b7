import type { ReportContent } from '@fonema/contract'
import { ink, type PdfPage } from './pdf-page.ts'

/** The largest size of a logo, in points. */
const logoWidth = 170
const logoHeight = 52

type Organization = ReportContent['organization']

/** Logo or name at the left, address at the right. With a logo, the name heads the address. */
export function letterhead(page: PdfPage, organization: Organization, bytes: Buffer | null) {
  const { doc, root, left, width } = page
  const { name, lines } = organization
  const top = doc.y
  const small = { size: 9, color: ink.muted, align: 'right' } as const
  const half = width / 2
  const leftBottom = bytes === null ? nameAt(page, name, top) : logoAt(page, organization, bytes)
  doc.y = top
  if (bytes !== null)
    root.add(
      doc.struct('P', {}, () =>
        page.put(name, left + half, top, half, { size: 11, weight: 'bold', color: ink.accent, align: 'right' }),
      ),
    )
  if (lines.length > 0)
    root.add(doc.struct('P', {}, () => page.put(lines.join('\n'), left + half, doc.y + 1, half, small)))
  doc.y = Math.max(leftBottom, doc.y) + 14
}

function nameAt({ doc, root, left, width, put }: PdfPage, name: string, top: number): number {
  root.add(
    doc.struct('P', {}, () => {
      put(name, left, top, width * 0.48, { size: 13, weight: 'bold', color: ink.accent })
    }),
  )
  return doc.y
}

/** @returns the lower edge */
function logoAt({ doc, root, left }: PdfPage, { name, logo }: Organization, bytes: Buffer): number {
  const top = doc.y
  // A print of 300 dots per inch or more; a small logo is not enlarged beyond 96.
  const scale = Math.min(logoWidth / logo!.width, logoHeight / logo!.height, 0.75)
  const height = logo!.height * scale
  root.add(
    doc.struct('Figure', { alt: name }, () => {
      doc.image(bytes, left, top, { width: logo!.width * scale, height })
    }),
  )
  return top + height
}
