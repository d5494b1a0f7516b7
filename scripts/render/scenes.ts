// Draws packages/content/media/images: the scenes that participants describe. Our own drawings, without text and typical of no
// region. Run from the repository's root: node scripts/render/scenes.ts

import { writeFileSync } from 'node:fs'
import { kitchen } from './kitchen.ts'
import { park } from './park.ts'

const svg = (body: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 500" width="800" height="500">${body}</svg>\n`

writeFileSync('packages/content/media/images/kitchen.svg', svg(kitchen()))
writeFileSync('packages/content/media/images/park.svg', svg(park()))
