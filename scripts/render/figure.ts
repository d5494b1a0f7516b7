// Parts from which scenes.ts composes its pictures: flat shapes and jointed people, as SVG text.

export type Point = readonly [x: number, y: number]
type Attributes = Record<string, string | number>

const number = (value: number) => `${Math.round(value * 10) / 10}`

export function shape(name: string, attributes: Attributes, ...children: string[]): string {
  const list = Object.entries(attributes).map(([key, value]) => {
    return ` ${key}="${typeof value === 'number' ? number(value) : value}"`
  })
  const open = `<${name}${list.join('')}`
  return children.length === 0 ? `${open}/>` : `${open}>${children.join('')}</${name}>`
}

export const group = (attributes: Attributes, ...children: string[]) => shape('g', attributes, ...children)
export const path = (d: string, fill: string, more: Attributes = {}) => shape('path', { d, fill, ...more })
export const rect = (x: number, y: number, width: number, height: number, fill: string, rx = 0) =>
  shape('rect', rx === 0 ? { x, y, width, height, fill } : { x, y, width, height, rx, fill })
export const circle = (cx: number, cy: number, r: number, fill: string) => shape('circle', { cx, cy, r, fill })
export const ellipse = (cx: number, cy: number, rx: number, ry: number, fill: string) =>
  shape('ellipse', { cx, cy, rx, ry, fill })

/** A rounded stroke through points or along path data. */
export function stroke(along: string | readonly Point[], colour: string, width: number): string {
  const d = typeof along === 'string' ? along : `M${along.map(([x, y]) => `${number(x)} ${number(y)}`).join(' L')}`
  const round = { 'stroke-linecap': 'round', 'stroke-linejoin': 'round' }
  return shape('path', { d, fill: 'none', stroke: colour, 'stroke-width': width, ...round })
}

type Hair = { colour: string; style: 'short' | 'bun' | 'long' | 'bald' | 'curly' | 'tail' | 'bob' }
type Limb = {
  /** Where the hand or foot is. */
  to: Point
  /** Direction of the elbow or knee: 1 or -1. */
  bend: 1 | -1
}

export type Person = {
  /** Middle of the hips. */
  hips: Point
  /** Height if the person stood upright. */
  height: number
  skin: string
  hair: Hair
  top: string
  sleeve?: 'long' | 'short'
  bottom: string
  shoes?: string
  skirt?: boolean
  apron?: string
  glasses?: boolean
  beard?: string
  hat?: string
  /** -1 looks left, 1 right, 0 at the viewer. */
  look: number
  /** 1 looks down, -1 up. */
  nod?: number
  mouth?: 'smile' | 'open' | 'calm'
  lean?: number
  /** Arms and legs: the first is behind the body. Absent: not visible. */
  arms: readonly [Limb | null, Limb | null]
  legs?: readonly [Limb, Limb]
}

/** From shoulder to hand or hip to foot, through a joint at equal distances. */
function jointed(from: Point, { to, bend }: Limb, length: number): readonly [Point, Point, Point] {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]]
  const distance = Math.min(Math.hypot(dx, dy), length * 0.999)
  const out = Math.sqrt((length / 2) ** 2 - (distance / 2) ** 2) * bend
  const [ux, uy] = [dx / Math.hypot(dx, dy), dy / Math.hypot(dx, dy)]
  const joint: Point = [from[0] + (ux * distance) / 2 - uy * out, from[1] + (uy * distance) / 2 + ux * out]
  return [from, joint, [from[0] + ux * distance, from[1] + uy * distance]]
}

const darker = (colour: string, by = 0.86) =>
  `#${[1, 3, 5]
    .map((at) =>
      Math.round(Number.parseInt(colour.slice(at, at + 2), 16) * by)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`

export function person(who: Person): string {
  const { hips, height: h, lean = 0, top, bottom, skin } = who
  const neck: Point = [hips[0] + lean * h, hips[1] - 0.33 * h]
  const half = 0.085 * h
  const armWidth = 0.056 * h
  const shoulders: readonly [Point, Point] = [
    [neck[0] - half * 0.86, neck[1] + 0.035 * h],
    [neck[0] + half * 0.86, neck[1] + 0.035 * h],
  ]
  // The arm behind the body is on the side turned away from the viewer.
  const order = who.look > 0 ? [1, 0] : [0, 1]

  const arm = (limb: Limb | null, shoulder: Point, colour: string) => {
    if (limb === null) return ''
    const [from, elbow, hand] = jointed(shoulder, limb, 0.36 * h)
    const forearm =
      who.sleeve === 'short'
        ? stroke([elbow, hand], skin, armWidth * 0.72) + stroke([from, elbow], colour, armWidth)
        : stroke(
            [from, elbow, [elbow[0] + (hand[0] - elbow[0]) * 0.88, elbow[1] + (hand[1] - elbow[1]) * 0.88]],
            colour,
            armWidth,
          )
    return circle(hand[0], hand[1], armWidth * 0.5, skin) + forearm
  }

  const leg = (limb: Limb, side: number, colour: string) => {
    const [from, knee, foot] = jointed([hips[0] + side * half * 0.48, hips[1]], limb, 0.47 * h)
    const toe = (who.look === 0 ? side : Math.sign(who.look)) * 0.05 * h
    return (
      stroke([foot, [foot[0] + toe, foot[1] + 0.006 * h]], who.shoes ?? '#4a3f3a', 0.045 * h) +
      stroke([from, knee, [foot[0], foot[1] - 0.03 * h]], colour, who.skirt ? 0.042 * h : 0.07 * h)
    )
  }

  const torso = path(
    `M${number(neck[0] - half * 0.55)} ${number(neck[1])} Q${number(neck[0] - half * 1.3)} ${number(neck[1] + 0.01 * h)} ${number(neck[0] - half * 1.22)} ${number(neck[1] + 0.09 * h)} L${number(hips[0] - half * 0.98)} ${number(hips[1] + 0.03 * h)} L${number(hips[0] + half * 0.98)} ${number(hips[1] + 0.03 * h)} L${number(neck[0] + half * 1.22)} ${number(neck[1] + 0.09 * h)} Q${number(neck[0] + half * 1.3)} ${number(neck[1] + 0.01 * h)} ${number(neck[0] + half * 0.55)} ${number(neck[1])} Z`,
    top,
  )
  const skirt = who.skirt
    ? path(
        `M${number(hips[0] - half)} ${number(hips[1] - 0.02 * h)} L${number(hips[0] + half)} ${number(hips[1] - 0.02 * h)} L${number(hips[0] + half * 1.55)} ${number(hips[1] + 0.24 * h)} Q${number(hips[0])} ${number(hips[1] + 0.265 * h)} ${number(hips[0] - half * 1.55)} ${number(hips[1] + 0.24 * h)} Z`,
        bottom,
      )
    : ''
  const apron = who.apron
    ? stroke(
        [
          [neck[0] - half * 0.5, neck[1] + 0.01 * h],
          [neck[0] - half * 0.6, neck[1] + 0.09 * h],
        ],
        who.apron,
        0.012 * h,
      ) +
      stroke(
        [
          [neck[0] + half * 0.5, neck[1] + 0.01 * h],
          [neck[0] + half * 0.6, neck[1] + 0.09 * h],
        ],
        who.apron,
        0.012 * h,
      ) +
      path(
        `M${number(neck[0] - half * 0.68)} ${number(neck[1] + 0.085 * h)} h${number(half * 1.36)} L${number(hips[0] + half * 0.9)} ${number(hips[1] - 0.06 * h)} L${number(hips[0] + half * 1.1)} ${number(hips[1] + 0.17 * h)} Q${number(hips[0])} ${number(hips[1] + 0.2 * h)} ${number(hips[0] - half * 1.1)} ${number(hips[1] + 0.17 * h)} L${number(hips[0] - half * 0.9)} ${number(hips[1] - 0.06 * h)} Z`,
        who.apron,
      )
    : ''

  return group(
    {},
    arm(who.arms[0], shoulders[order[0]!]!, darker(top)),
    who.legs
      ? leg(who.legs[0], -1, darker(who.skirt ? skin : bottom, 0.9)) + leg(who.legs[1], 1, who.skirt ? skin : bottom)
      : '',
    torso,
    skirt,
    apron,
    head(who, neck),
    arm(who.arms[1], shoulders[order[1]!]!, darker(top, 0.94)),
  )
}

function head(
  { height: h, skin, hair, look, nod = 0, mouth = 'smile', glasses, beard, hat, lean = 0 }: Person,
  neck: Point,
): string {
  const r = 0.074 * h
  const [x, y] = [neck[0] + (look * 0.14 + lean * 0.5) * r, neck[1] - 0.078 * h + nod * 0.1 * r]
  const face: Point = [x + look * r * 0.34, y + nod * r * 0.2]
  const ink = '#3b2f2a'
  const eye = (side: number) => ellipse(face[0] + side * r * 0.34, face[1] - r * 0.02, r * 0.085, r * 0.11, ink)
  const brow = (side: number) =>
    stroke(
      `M${number(face[0] + side * r * 0.34 - r * 0.14)} ${number(face[1] - r * 0.26)} q${number(r * 0.14)} ${number(-r * 0.09)} ${number(r * 0.28)} 0`,
      darker(hair.colour, 0.8),
      r * 0.07,
    )
  const lens = (side: number) =>
    shape('circle', {
      cx: face[0] + side * r * 0.34,
      cy: face[1],
      r: r * 0.22,
      fill: '#ffffff',
      'fill-opacity': 0.25,
      stroke: ink,
      'stroke-width': r * 0.06,
    })
  const mouths = {
    smile: stroke(
      `M${number(face[0] - r * 0.22)} ${number(face[1] + r * 0.42)} q${number(r * 0.22)} ${number(r * 0.2)} ${number(r * 0.44)} 0`,
      '#a5473f',
      r * 0.09,
    ),
    calm: stroke(
      `M${number(face[0] - r * 0.16)} ${number(face[1] + r * 0.46)} q${number(r * 0.16)} ${number(r * 0.06)} ${number(r * 0.32)} 0`,
      '#a5473f',
      r * 0.09,
    ),
    open: ellipse(face[0], face[1] + r * 0.48, r * 0.15, r * 0.18, '#8e3a35'),
  }
  return [
    hairBehind(hair, x, y, r, look),
    stroke(
      [
        [neck[0], neck[1] + 0.012 * h],
        [x, y + r * 0.6],
      ],
      darker(skin, 0.9),
      0.05 * h,
    ),
    ellipse(x - look * r * 0.5, y + r * 0.08, r * 0.2, r * 0.24, darker(skin, 0.93)),
    look === 0
      ? ellipse(x - r * 0.95, y + r * 0.08, r * 0.16, r * 0.22, skin) +
        ellipse(x + r * 0.95, y + r * 0.08, r * 0.16, r * 0.22, skin)
      : '',
    ellipse(x, y, r * 0.94, r * 1.06, skin),
    beard
      ? path(
          `M${number(x - r * 0.93)} ${number(y + r * 0.1)} Q${number(x - r * 0.85)} ${number(y + r * 1.2)} ${number(face[0])} ${number(y + r * 1.22)} Q${number(x + r * 0.85)} ${number(y + r * 1.15)} ${number(x + r * 0.93)} ${number(y + r * 0.1)} Q${number(face[0] + r * 0.5)} ${number(y + r * 0.32)} ${number(face[0])} ${number(face[1] + r * 0.24)} Q${number(face[0] - r * 0.5)} ${number(y + r * 0.32)} ${number(x - r * 0.93)} ${number(y + r * 0.1)} Z`,
          beard,
        )
      : '',
    ellipse(face[0] - r * 0.52, face[1] + r * 0.26, r * 0.16, r * 0.1, '#e8806f55'),
    ellipse(face[0] + r * 0.52, face[1] + r * 0.26, r * 0.16, r * 0.1, '#e8806f55'),
    eye(-1),
    eye(1),
    brow(-1),
    brow(1),
    stroke(
      `M${number(face[0] + look * r * 0.04)} ${number(face[1] + r * 0.02)} q${number((look || 0.6) * r * 0.14)} ${number(r * 0.14)} ${number((look || 0.6) * r * 0.02)} ${number(r * 0.2)}`,
      darker(skin, 0.78),
      r * 0.07,
    ),
    mouths[mouth],
    glasses
      ? lens(-1) +
        lens(1) +
        stroke(
          [
            [face[0] - r * 0.12, face[1]],
            [face[0] + r * 0.12, face[1]],
          ],
          ink,
          r * 0.06,
        )
      : '',
    hairFront(hair, x, y, r, look),
    hat
      ? path(
          `M${number(x - r * 1.02)} ${number(y - r * 0.36)} Q${number(x - r * 0.9)} ${number(y - r * 1.35)} ${number(x)} ${number(y - r * 1.32)} Q${number(x + r * 0.9)} ${number(y - r * 1.35)} ${number(x + r * 1.02)} ${number(y - r * 0.36)} Z`,
          hat,
        ) +
        stroke(
          [
            [x - r * 1.0 + Math.min(0, look) * r * 0.7, y - r * 0.38],
            [x + r * 1.0 + Math.max(0, look) * r * 0.7, y - r * 0.38],
          ],
          darker(hat),
          r * 0.2,
        )
      : '',
  ].join('')
}

function hairBehind({ colour, style }: Hair, x: number, y: number, r: number, look: number): string {
  const dark = darker(colour)
  if (style === 'long')
    return path(
      `M${number(x - r * 1.05)} ${number(y - r * 0.3)} Q${number(x - r * 1.3)} ${number(y + r * 1.3)} ${number(x - r * 0.9)} ${number(y + r * 1.9)} L${number(x + r * 0.9)} ${number(y + r * 1.9)} Q${number(x + r * 1.3)} ${number(y + r * 1.3)} ${number(x + r * 1.05)} ${number(y - r * 0.3)} Z`,
      dark,
    )
  if (style === 'bob')
    return path(
      `M${number(x - r * 1.08)} ${number(y - r * 0.3)} Q${number(x - r * 1.35)} ${number(y + r * 0.7)} ${number(x - r * 0.95)} ${number(y + r * 0.95)} L${number(x + r * 0.95)} ${number(y + r * 0.95)} Q${number(x + r * 1.35)} ${number(y + r * 0.7)} ${number(x + r * 1.08)} ${number(y - r * 0.3)} Z`,
      dark,
    )
  if (style === 'bun') return circle(x - look * r * 0.75, y - r * 1.05, r * 0.46, dark)
  if (style === 'tail')
    return stroke(
      `M${number(x - look * r * 0.8)} ${number(y - r * 0.5)} q${number(-look * r * 0.9)} ${number(r * 0.3)} ${number(-look * r * 0.8)} ${number(r * 1.5)}`,
      dark,
      r * 0.55,
    )
  if (style === 'curly')
    return [-150, -120, -90, -60, -30, 0, 180]
      .map((angle) =>
        circle(
          x + Math.cos((angle * Math.PI) / 180) * r * 0.85 - look * r * 0.12,
          y - r * 0.15 + Math.sin((angle * Math.PI) / 180) * r * 0.85,
          r * 0.42,
          dark,
        ),
      )
      .join('')
  return ''
}

function hairFront({ colour, style }: Hair, x: number, y: number, r: number, look: number): string {
  if (style === 'bald') {
    return [-1, 1]
      .filter((side) => side !== Math.sign(look))
      .map((side) => ellipse(x + side * r * 0.88, y - r * 0.05, r * 0.2, r * 0.38, colour))
      .join('')
  }
  // A cap of hair whose edge lies higher on the side that the face turns to.
  const [left, right] = [
    y - r * (0.05 + 0.3 * Math.max(0, -look) - 0.2 * Math.max(0, look)),
    y - r * (0.05 + 0.3 * Math.max(0, look) - 0.2 * Math.max(0, -look)),
  ]
  const dip = style === 'curly' ? 0.42 : 0.52
  return path(
    `M${number(x - r)} ${number(left)} Q${number(x - r * 1.15)} ${number(y - r * 1.22)} ${number(x)} ${number(y - r * 1.2)} Q${number(x + r * 1.15)} ${number(y - r * 1.22)} ${number(x + r)} ${number(right)} Q${number(x + r * 0.75)} ${number(y - r * 0.5)} ${number(x + look * r * 0.35)} ${number(y - r * dip)} Q${number(x - r * 0.75)} ${number(y - r * 0.5)} ${number(x - r)} ${number(left)} Z`,
    colour,
  )
}
