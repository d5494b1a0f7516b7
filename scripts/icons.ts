// npm run tool -- icons: draws the icons of the installed program (apps/web/public/icons) from apps/web/src/ui/fonema.svg,
// in the colour of each brand. Needs Chromium; CHROMIUM sets the path of another one.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { brandColours } from '@fonema/contract/brands'
import { openChromium } from './open-chromium.ts'

const web = path.resolve(import.meta.dirname, '../apps/web')
const folder = path.join(web, 'public/icons')
const logo = await readFile(path.join(web, 'src/ui/fonema.svg'), 'utf8')

/** A maskable icon fills its square: the system cuts its edges, so that the drawing keeps to the inner 80 %, in the middle. */
const maskable = (svg: string) =>
  svg
    .replace('viewBox="0 0 32 32"', 'viewBox="-3 -4 40 40"')
    .replace(/<rect [^>]*rx="8"/, '<rect x="-3" y="-4" width="40" height="40"')

const browser = await openChromium()
try {
  await mkdir(folder, { recursive: true })
  const page = await browser.newPage()
  for (const [brand, colour] of Object.entries(brandColours)) {
    const svg = logo.replace(brandColours.standard, colour)
    for (const [name, size, drawing] of [
      ['192', 192, svg],
      ['512', 512, svg],
      ['maskable', 512, maskable(svg)],
    ] as const) {
      await page.setViewportSize({ width: size, height: size })
      await page.setContent(`<style>*{margin:0}svg{display:block;width:100vw;height:100vh}</style>${drawing}`)
      const file = path.join(folder, `${brand}-${name}.png`)
      await writeFile(file, await page.screenshot({ omitBackground: true }))
    }
  }
} finally {
  await browser.close()
}
