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

// Told apart by people who see few colours, and dark enough on white (Okabe & Ito 2008, darkened).
const colors = ['#0b5d94', '#9a4a00', '#00694e', '#8c3f74', '#5c5200', '#a3271f', '#3d3f8f', '#3f4a50']
const shapes = [symbolCircle, symbolSquare, symbolTriangle, symbolDiamond, symbolCross, symbolStar, symbolWye]

/** How a series looks: by its place among all, so that hiding one changes no other. Colours come again, dashed. */
export const colorOf = (index: number): string => colors[index % colors.length]!
export const shapeOf = (index: number, size = 84): string => symbol(shapes[index % shapes.length], size)() ?? ''
export const dashOf = (index: number): string | undefined => (index < colors.length ? undefined : '7 4')
