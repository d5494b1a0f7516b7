import { circle, ellipse, group, type Point, path, person, rect, stroke } from './figure.ts'

const wood = '#b98457'
const darkWood = '#94653f'

export function kitchen(): string {
  return [
    room(),
    shelf(),
    window(),
    clock(),
    doorway(),
    counter(),
    cook(),
    rug(),
    belowTable(),
    grandfather(),
    girl(),
    table(),
    boy(),
    dog(),
    oranges(),
  ].join('\n')
}

function room(): string {
  const planks = [368, 398, 432, 470].map((y) =>
    stroke(
      [
        [0, y],
        [800, y],
      ],
      '#d9b98f',
      1.5,
    ),
  )
  const joints = [90, 300, 520, 700].map((x, i) =>
    stroke(
      [
        [x, 350 + 20 * (i % 2)],
        [x - 12, 500],
      ],
      '#d9b98f',
      1,
    ),
  )
  return (
    rect(0, 0, 800, 350, '#f4e8d2') +
    rect(0, 0, 800, 22, '#ead9ba') +
    rect(0, 338, 800, 14, '#e3cfab') +
    rect(0, 350, 800, 150, '#e6cba3') +
    planks.join('') +
    joints.join('')
  )
}

function shelf(): string {
  const jar = (x: number, colour: string, height: number) =>
    rect(x, 96 - height, 28, height, colour, 5) +
    rect(x + 3, 90 - height, 22, 9, '#8a6d57', 3) +
    rect(x + 5, 102 - height, 4, height - 14, '#ffffff66', 2)
  return group(
    {},
    jar(34, '#d8a24a', 38),
    jar(70, '#b9503f', 30),
    jar(106, '#7f9a5b', 42),
    ellipse(166, 90, 22, 7, '#5d8fa3'),
    path('M144 90 Q148 62 166 62 Q184 62 188 90 Z', '#6ba0b5'),
    circle(166, 60, 4, '#4d7b8c'),
    rect(20, 96, 184, 10, wood, 3),
    stroke(
      [
        [44, 106],
        [44, 122],
      ],
      darkWood,
      6,
    ),
    stroke(
      [
        [180, 106],
        [180, 122],
      ],
      darkWood,
      6,
    ),
    stroke(
      [
        [62, 106],
        [62, 132],
      ],
      '#8a8f94',
      3,
    ),
    ellipse(62, 142, 8, 12, '#9aa0a6'),
    stroke(
      [
        [96, 106],
        [96, 130],
      ],
      '#8a8f94',
      3,
    ),
    rect(88, 130, 16, 24, '#9aa0a6', 5),
    stroke(
      [
        [132, 106],
        [132, 128],
      ],
      '#b98457',
      4,
    ),
    ellipse(132, 140, 9, 14, '#c99767'),
  )
}

function window(): string {
  return group(
    {},
    rect(262, 44, 176, 150, '#fffaf0', 4),
    rect(272, 54, 156, 130, '#bfe3f2'),
    circle(398, 82, 15, '#ffdf7e'),
    ellipse(312, 84, 24, 8, '#ffffff'),
    ellipse(330, 79, 16, 8, '#ffffff'),
    path('M272 160 Q310 128 352 154 Q392 132 428 156 V184 H272 Z', '#9cc47e'),
    rect(299, 134, 6, 30, '#8a6546'),
    circle(302, 124, 19, '#6fa35c'),
    circle(290, 134, 12, '#7bb067'),
    circle(315, 134, 12, '#64964f'),
    rect(347, 54, 6, 130, '#fffaf0'),
    rect(272, 112, 156, 5, '#fffaf0'),
    path('M252 34 H306 Q300 110 258 172 Q250 100 252 34 Z', '#d9765f'),
    path('M448 34 H394 Q400 110 442 172 Q450 100 448 34 Z', '#d9765f'),
    path('M264 34 Q270 90 258 150', 'none', { stroke: '#c3614c', 'stroke-width': 3 }),
    path('M436 34 Q430 90 442 150', 'none', { stroke: '#c3614c', 'stroke-width': 3 }),
    rect(244, 30, 212, 8, darkWood, 4),
    circle(244, 34, 6, darkWood),
    circle(456, 34, 6, darkWood),
    rect(252, 190, 196, 11, '#fffaf0', 3),
    rect(252, 199, 196, 4, '#e3cfab', 2),
    plant(),
    cat(),
  )
}

function plant(): string {
  const leaf = (dx: number, dy: number) => stroke(`M288 166 q${dx * 0.3} ${dy * 0.9} ${dx} ${dy}`, '#4f8a4b', 6)
  return (
    leaf(-18, -22) +
    leaf(-6, -32) +
    leaf(8, -30) +
    leaf(20, -18) +
    path('M273 164 H303 L299 190 H277 Z', '#c9694b') +
    rect(270, 161, 36, 7, '#b85a3e', 2)
  )
}

/** Asleep on the sill. */
function cat(): string {
  const fur = '#8c8a92'
  return group(
    {},
    stroke('M414 184 q20 2 18 -14', fur, 8),
    path('M352 190 Q350 162 382 160 Q418 160 422 190 Z', fur),
    stroke('M384 164 q4 8 2 14 M396 164 q4 8 2 14 M408 169 q4 7 2 12', '#76747d', 3),
    circle(362, 174, 14, '#96949c'),
    path('M351 166 L350 152 L361 161 Z M364 160 L374 153 L374 166 Z', '#96949c'),
    stroke('M354 174 q3 3 6 0 M365 174 q3 3 6 0', '#3b2f2a', 1.8),
    path('M360 178 h5 l-2.500 3 z', '#d98a86'),
    stroke('M352 181 l-9 1 M352 184 l-8 4 M372 181 l9 1', '#c9c7cf', 1),
    ellipse(372, 188, 14, 5, '#a5a3ab'),
  )
}

function clock(): string {
  return (
    circle(520, 92, 31, '#5d8fa3') +
    circle(520, 92, 25, '#fffaf0') +
    [0, 90, 180, 270]
      .map((angle) => group({ transform: `rotate(${angle} 520 92)` }, rect(518.5, 70, 3, 6, '#5c4a40', 1)))
      .join('') +
    stroke(
      [
        [520, 92],
        [520, 75],
      ],
      '#3b2f2a',
      3,
    ) +
    stroke(
      [
        [520, 92],
        [508, 99],
      ],
      '#3b2f2a',
      3.5,
    ) +
    circle(520, 92, 3, '#c9503f')
  )
}

function doorway(): string {
  return group(
    {},
    rect(622, 70, 150, 290, '#fffaf0', 3),
    rect(634, 82, 126, 278, '#cfe6d4'),
    rect(634, 82, 126, 120, '#c4e5f1'),
    path('M634 190 Q670 160 706 184 Q738 166 760 180 V360 H634 Z', '#a6cb8a'),
    path('M672 360 Q690 280 700 214 L712 214 Q730 280 752 360 Z', '#e9d9b6'),
    rect(640, 170, 5, 40, '#8a6546'),
    circle(643, 160, 20, '#6fa35c'),
    path('M760 82 L796 66 V392 L760 360 Z', '#b8734d'),
    path('M768 100 L788 92 V210 L768 208 Z M768 230 L788 234 V350 L768 338 Z', '#a4623f'),
    circle(767, 222, 4, '#f0c766'),
  )
}

function counter(): string {
  const door = (x: number, width: number) =>
    rect(x, 262, width, 84, '#8fb3a8', 4) +
    rect(x + 7, 269, width - 14, 70, '#9dc0b4', 3) +
    rect(x + width / 2 - 9, 276, 18, 5, '#5f7f76', 2)
  return group(
    {},
    rect(0, 252, 316, 104, '#7fa398'),
    rect(0, 350, 316, 10, '#5f7f76'),
    door(8, 64),
    door(236, 72),
    rect(112, 248, 118, 110, '#f7f4ee', 4),
    rect(122, 284, 98, 54, '#4a4f57', 5),
    rect(130, 291, 82, 40, '#686e78', 4),
    stroke(
      [
        [126, 276],
        [216, 276],
      ],
      '#9aa0a6',
      5,
    ),
    [128, 144, 198, 214].map((x) => circle(x, 262, 4.5, '#4a4f57')).join(''),
    rect(-4, 238, 324, 15, '#c9a274', 3),
    rect(116, 236, 110, 6, '#4a4f57', 2),
    // pot with steam
    stroke('M168 178 q-9 -12 0 -24 q9 -12 0 -24 M190 178 q-9 -12 0 -24 q9 -12 0 -24', '#ffffffc0', 5),
    rect(146, 196, 68, 41, '#c9503f', 7),
    rect(142, 192, 76, 9, '#b04436', 4),
    stroke(
      [
        [138, 206],
        [147, 206],
      ],
      '#7d3027',
      6,
    ),
    stroke(
      [
        [213, 206],
        [222, 206],
      ],
      '#7d3027',
      6,
    ),
    rect(153, 204, 6, 26, '#e07a68', 3),
    // bowl of vegetables
    circle(266, 222, 10, '#d9442f'),
    circle(284, 222, 10, '#e0603a'),
    circle(275, 215, 10, '#d9442f'),
    stroke('M275 206 q2 -4 5 -5', '#4f8a4b', 3),
    stroke('M290 218 l14 -16', '#e98a33', 8),
    stroke('M303 203 l6 -9 M303 203 l9 -5', '#4f8a4b', 3),
    path('M250 222 H304 Q300 239 277 239 Q254 239 250 222 Z', '#f2efe6'),
    path('M252 228 H302', 'none', { stroke: '#5d8fa3', 'stroke-width': 3 }),
  )
}

/** Stirs the soup. */
function cook(): string {
  return (
    stroke(
      [
        [178, 196],
        [160, 150],
      ],
      '#a8754a',
      5,
    ) +
    person({
      hips: [76, 292],
      height: 268,
      skin: '#b97f5a',
      hair: { colour: '#2f2522', style: 'bun' },
      top: '#e2a13c',
      sleeve: 'short',
      bottom: '#3f5d78',
      skirt: true,
      apron: '#f7f1e3',
      shoes: '#6a3d36',
      look: 0.9,
      nod: 0.6,
      arms: [
        { to: [160, 152], bend: -1 },
        { to: [126, 240], bend: 1 },
      ],
      legs: [
        { to: [64, 415], bend: -1 },
        { to: [90, 417], bend: -1 },
      ],
    })
  )
}

const rug = () =>
  ellipse(484, 446, 176, 34, '#c9806a') + ellipse(484, 446, 158, 28, '#d99a80') + ellipse(484, 446, 138, 22, '#c9806a')

/** Sits behind the table and cuts bread. */
function grandfather(): string {
  return (
    rect(392, 196, 76, 120, darkWood, 10) +
    rect(402, 208, 56, 100, '#a97450', 6) +
    person({
      hips: [430, 318],
      height: 262,
      skin: '#eec3a0',
      hair: { colour: '#d9d5cf', style: 'bald' },
      beard: '#e4e0da',
      glasses: true,
      top: '#4f7f8f',
      bottom: '#4a4f57',
      look: -0.35,
      nod: 0.9,
      arms: [
        { to: [380, 291], bend: 1 },
        { to: [441, 281], bend: -1 },
      ],
    })
  )
}

/** The visible parts of the two below the table. */
function belowTable(): string {
  const chair = (x: number, width: number) =>
    stroke(
      [
        [x, 330],
        [x - 2, 424],
      ],
      darkWood,
      7,
    ) +
    stroke(
      [
        [x + width, 330],
        [x + width + 2, 424],
      ],
      darkWood,
      7,
    )
  const shin = (from: Point, to: Point, colour: string, shoe: string, width: number) =>
    stroke(
      [
        [to[0], to[1] + 4],
        [to[0] - 8, to[1] + 5],
      ],
      shoe,
      10,
    ) + stroke([from, to], colour, width)
  return group(
    {},
    chair(404, 54),
    chair(530, 42),
    shin([420, 330], [414, 424], '#4a4f57', '#6a4a38', 17),
    shin([446, 330], [444, 428], '#565c66', '#6a4a38', 17),
    shin([543, 330], [540, 392], '#4f6690', '#f7f1e3', 13),
    shin([561, 330], [564, 398], '#5a73a3', '#f7f1e3', 13),
  )
}

/** Draws with crayons. */
function girl(): string {
  return (
    rect(520, 226, 62, 90, darkWood, 10) +
    rect(529, 236, 44, 74, '#a97450', 6) +
    person({
      hips: [550, 324],
      height: 206,
      skin: '#d9a07a',
      hair: { colour: '#6b4128', style: 'bob' },
      top: '#d9667f',
      sleeve: 'short',
      bottom: '#d9667f',
      look: -0.2,
      nod: 1,
      mouth: 'smile',
      arms: [
        { to: [526, 302], bend: 1 },
        { to: [574, 304], bend: -1 },
      ],
    })
  )
}

function table(): string {
  return group(
    {},
    stroke(
      [
        [370, 330],
        [362, 448],
      ],
      darkWood,
      13,
    ),
    stroke(
      [
        [604, 330],
        [612, 448],
      ],
      darkWood,
      13,
    ),
    path('M344 300 L628 300 L642 322 L330 322 Z', '#c8915f'),
    rect(330, 320, 312, 13, '#a97450', 3),
    // bread, board, knife
    path('M352 312 L448 312 L442 303 L360 303 Z', '#e3c08d'),
    path('M358 306 Q356 284 380 284 L418 284 Q432 284 432 306 Z', '#cf9348'),
    stroke('M374 290 l5 9 M388 289 l5 9 M402 289 l5 9', '#a86e2c', 2.5),
    ellipse(431, 297, 5, 10, '#f3ddb0'),
    ellipse(445, 307, 11, 4, '#f3ddb0'),
    path('M430 281 L398 300 L404 306 L434 288 Z', '#dfe4e8'),
    stroke(
      [
        [431, 284],
        [444, 276],
      ],
      '#5c4a40',
      6,
    ),
    circle(440, 280, 7, '#eec3a0'),
    circle(378, 290, 7, '#eec3a0'),
    // cup
    rect(476, 292, 23, 20, '#f0c24a', 4),
    stroke('M499 296 q9 1 7 8 q-2 5 -8 4', '#f0c24a', 4),
    stroke('M483 286 q-5 -7 0 -13 M491 286 q-5 -7 0 -13', '#ffffff', 3),
    // drawing and crayons
    path('M516 316 L528 300 L588 300 L592 316 Z', '#fffdf6'),
    path('M536 312 L540 305 L552 305 L554 312 Z', '#c9503f'),
    path('M538 305 L546 301 L554 305 Z', '#7f9a5b'),
    circle(575, 305, 3, '#f0c24a'),
    stroke('M530 313 h24', '#7bb067', 2),
    stroke(
      [
        [574, 302],
        [566, 312],
      ],
      '#4f7fc0',
      4,
    ),
    circle(575, 302, 6, '#d9a07a'),
    circle(526, 303, 6, '#d9a07a'),
    stroke(
      [
        [602, 310],
        [616, 306],
      ],
      '#c9503f',
      4,
    ),
    stroke(
      [
        [604, 316],
        [620, 315],
      ],
      '#4f8a4b',
      4,
    ),
    stroke(
      [
        [500, 316],
        [508, 310],
      ],
      '#f0a63c',
      4,
    ),
  )
}

const orange = ([x, y]: Point, r = 9) =>
  circle(x, y, r, '#f0922e') +
  ellipse(x - r * 0.3, y - r * 0.35, r * 0.25, r * 0.18, '#ffd08a') +
  circle(x + r * 0.2, y - r * 0.75, r * 0.16, '#4f7a3a')

/** Comes in from the garden with a torn paper bag. */
function boy(): string {
  return (
    ellipse(716, 442, 46, 7, '#00000018') +
    person({
      hips: [718, 352],
      height: 184,
      skin: '#9a6645',
      hair: { colour: '#2a1f1b', style: 'curly' },
      top: '#6fa35c',
      sleeve: 'short',
      bottom: '#4f6690',
      shoes: '#d9d5cf',
      look: -0.75,
      nod: 0.7,
      mouth: 'open',
      arms: [{ to: [664, 322], bend: 1 }, null],
      legs: [
        { to: [704, 436], bend: 1 },
        { to: [734, 436], bend: 1 },
      ],
    }) +
    group(
      { transform: 'translate(-3 6)' },
      path('M656 284 l8 -6 7 5 8 -6 8 6 7 -5 6 6 L702 340 l-9 8 -5 -9 -8 10 -7 -8 -8 5 -5 -8 Z', '#d2ab77') +
        stroke('M672 296 l3 34 M688 296 l-2 30', '#b98f5c', 2) +
        orange([668, 280], 8) +
        orange([684, 278], 8) +
        path('M656 284 l8 -6 7 5 8 -6 8 6 7 -5 6 6 l-1 12 h-42 Z', '#d2ab77'),
    ) +
    stroke(
      [
        [733, 302],
        [724, 326],
        [706, 330],
      ],
      '#619150',
      11,
    ) +
    circle(702, 330, 6, '#9a6645') +
    circle(660, 322, 6, '#9a6645')
  )
}

/** Runs after an orange. */
function dog(): string {
  const fur = '#d9b27c'
  return group(
    {},
    ellipse(578, 478, 52, 6, '#00000018'),
    stroke('M616 438 q20 -6 20 -26', fur, 9),
    stroke('M604 448 L618 476 M596 450 L588 476', '#c29a63', 10),
    stroke('M556 450 L536 474 M562 452 L564 478', fur, 10),
    path('M542 432 Q560 420 612 428 Q624 440 612 456 Q580 462 550 458 Q538 448 542 432 Z', fur),
    ellipse(592, 434, 16, 9, '#8f6a44'),
    circle(536, 424, 19, fur),
    ellipse(522, 431, 13, 9, '#e8cda3'),
    circle(511, 428, 4.5, '#3b2f2a'),
    circle(530, 419, 2.6, '#3b2f2a'),
    path('M544 408 Q560 408 558 432 Q550 440 544 428 Z', '#8f6a44'),
    stroke('M514 436 q7 6 14 1', '#3b2f2a', 2),
    path('M517 438 q1 10 6 9 q4 -2 2 -9 Z', '#e0706c'),
    stroke('M546 440 q8 6 2 14', '#c9503f', 4),
  )
}

function oranges(): string {
  const falling = stroke('M676 352 v14 M690 356 v18', '#c9a27480', 2.5)
  const rolling = stroke('M512 466 h18 M506 474 h16', '#b98f5c', 2)
  return (
    falling +
    orange([680, 384], 9) +
    orange([694, 402], 9) +
    ellipse(664, 458, 11, 3, '#00000018') +
    orange([664, 448]) +
    ellipse(640, 474, 11, 3, '#00000018') +
    orange([642, 466]) +
    ellipse(488, 480, 11, 3, '#00000018') +
    orange([488, 470], 10) +
    rolling
  )
}
