import {
  symbol,
  symbolCircle,
  symbolCross,
  symbolDiamond,
  symbolSquare,
  symbolStar,
  symbolTriangle,
  symbolWye,
} from 'd3-shape'

// Distinguishable by colour-blind readers, and dark enough on white (Okabe & Ito 2008, darkened and extended).
const colors = [
  ...['#0b5d94', '#9a4a00', '#00694e', '#8c3f74', '#5c5200', '#a3271f'],
  ...['#5b3cc4', '#3f4a50', '#007f8f', '#b5126f', '#6b3f2a', '#3f7d00'],
]
const shapes = [symbolCircle, symbolSquare, symbolTriangle, symbolDiamond, symbolCross, symbolStar, symbolWye]
const dashes = [undefined, '9 4', '3 3', '10 3 3 3']

/**
 * A series' appearance depends on its index among all series, so hiding one does not change the others. The lists have
 * different lengths, so that no two of 28 series share shape and dash, and none of 84 all three.
 */
export const colorOf = (index: number): string => colors[index % colors.length]!
export const shapeOf = (index: number, size = 84): string => symbol(shapes[index % shapes.length], size)() ?? ''
export const dashOf = (index: number): string | undefined => dashes[index % dashes.length]
