import { circle, ellipse, group, type Point, path, person, rect, shape, stroke } from './figure.ts'

const wood = '#a5744a'
const darkWood = '#7f5636'

export function park(): string {
  return [
    land(),
    cyclist(),
    tree(),
    ladder(),
    climber(),
    kite(),
    bench(),
    feeder(),
    pigeons(),
    pond(),
    picnic(),
    dog(),
    girl(),
    flowers(),
  ].join('\n')
}

function land(): string {
  const cloud = (x: number, y: number) =>
    ellipse(x, y, 40, 13, '#ffffff') +
    ellipse(x - 14, y - 10, 20, 13, '#ffffff') +
    ellipse(x + 14, y - 7, 18, 10, '#ffffff')
  const bush = (x: number, y: number, r: number) =>
    circle(x, y, r, '#7cae66') +
    circle(x + r, y + 4, r * 0.8, '#6fa35c') +
    circle(x - r * 0.9, y + 6, r * 0.7, '#88b870')
  return group(
    {},
    rect(0, 0, 800, 260, '#cbe8f4'),
    circle(706, 62, 28, '#ffdf7e'),
    cloud(520, 64),
    cloud(74, 60),
    cloud(640, 120),
    path('M0 212 Q120 150 260 200 Q420 140 560 196 Q690 150 800 200 V270 H0 Z', '#b3d49a'),
    bush(508, 222, 20),
    bush(760, 224, 24),
    bush(24, 226, 20),
    path('M0 240 Q200 216 420 232 Q640 218 800 238 V500 H0 Z', '#a3cb82'),
    path('M0 330 Q220 270 470 300 Q640 322 800 268 V300 Q640 352 470 330 Q230 304 0 372 Z', '#ecdcb8'),
    path('M0 390 Q260 350 520 380 Q680 396 800 372 V500 H0 Z', '#97c176'),
  )
}

function tree(): string {
  return group(
    {},
    ellipse(300, 358, 70, 9, '#00000016'),
    path('M282 356 Q288 260 280 190 L322 190 Q316 260 328 356 Z', wood),
    stroke('M296 330 q4 -40 0 -80 M312 300 q-4 -30 0 -60', darkWood, 3),
    stroke(
      [
        [300, 210],
        [256, 160],
      ],
      wood,
      12,
    ),
    stroke(
      [
        [304, 206],
        [352, 158],
      ],
      wood,
      12,
    ),
    circle(300, 92, 74, '#6fa35c'),
    circle(232, 128, 50, '#649650'),
    circle(372, 128, 52, '#649650'),
    circle(262, 66, 46, '#7bb067'),
    circle(344, 66, 46, '#7bb067'),
    circle(302, 140, 50, '#6fa35c'),
  )
}

function ladder(): string {
  const rungs = [0.1, 0.26, 0.42, 0.58, 0.74, 0.9].map((t) =>
    stroke(
      [
        [196 + 66 * t, 364 - 184 * t],
        [224 + 66 * t, 366 - 184 * t],
      ],
      '#d8a45f',
      5,
    ),
  )
  return (
    stroke(
      [
        [196, 364],
        [262, 180],
      ],
      '#c08a4a',
      6,
    ) +
    stroke(
      [
        [224, 366],
        [290, 182],
      ],
      '#c08a4a',
      6,
    ) +
    rungs.join('')
  )
}

/** Reaches for the kite. */
function climber(): string {
  return person({
    hips: [222, 236],
    height: 196,
    skin: '#eec3a0',
    hair: { colour: '#8a5a34', style: 'short' },
    top: '#c9503f',
    bottom: '#4f6690',
    shoes: '#5c4a40',
    look: 0.7,
    nod: -1,
    mouth: 'calm',
    arms: [
      { to: [258, 194], bend: 1 },
      { to: [284, 142], bend: -1 },
    ],
    legs: [
      { to: [216, 318], bend: -1 },
      { to: [234, 290], bend: -1 },
    ],
  })
}

function kite(): string {
  return group(
    {},
    stroke('M340 132 Q260 226 170 288', '#fffaf0', 1.8),
    stroke('M352 142 q16 14 8 28 q-10 14 6 26', '#fffaf0', 2.5),
    path('M356 160 l12 -6 l0 12 Z M361 186 l12 -4 l-2 12 Z', '#f0c24a'),
    path('M322 82 L356 102 L352 144 L312 116 Z', '#f0c24a'),
    path('M322 82 L334 110 L312 116 Z', '#d9667f'),
    path('M356 102 L352 144 L334 110 Z', '#d9667f'),
    stroke('M322 82 L352 144 M312 116 L356 102', '#a8754a', 2),
  )
}

/** Holds the string and looks up. */
function girl(): string {
  return (
    ellipse(116, 438, 40, 7, '#00000016') +
    person({
      hips: [112, 352],
      height: 178,
      skin: '#b97f5a',
      hair: { colour: '#2f2522', style: 'tail' },
      top: '#f0a63c',
      sleeve: 'short',
      bottom: '#5d8fa3',
      skirt: true,
      shoes: '#d9667f',
      look: 0.75,
      nod: -1.1,
      mouth: 'open',
      arms: [
        { to: [172, 286], bend: 1 },
        { to: [162, 294], bend: 1 },
      ],
      legs: [
        { to: [104, 432], bend: -1 },
        { to: [122, 434], bend: -1 },
      ],
    }) +
    rect(164, 276, 9, 22, '#c9503f', 3)
  )
}

function bench(): string {
  return group(
    {},
    ellipse(660, 372, 92, 8, '#00000016'),
    [596, 716].map((x) => rect(x, 268, 8, 102, '#5f6b70', 3)).join(''),
    [262, 280, 298].map((y) => rect(584, y, 152, 11, y === 280 ? wood : '#b98457', 4)).join(''),
    rect(580, 322, 160, 12, '#b98457', 4),
    [588, 724].map((x) => rect(x, 332, 8, 40, '#5f6b70', 3)).join(''),
  )
}

/** Feeds the pigeons. */
function feeder(): string {
  return (
    person({
      hips: [656, 318],
      height: 222,
      skin: '#f0cdb0',
      hair: { colour: '#cfcac4', style: 'bun' },
      top: '#8b6aa8',
      bottom: '#6b5580',
      glasses: true,
      shoes: '#4a3f3a',
      look: -0.7,
      nod: 0.7,
      arms: [
        { to: [606, 286], bend: -1 },
        { to: [640, 300], bend: 1 },
      ],
      legs: [
        { to: [622, 372], bend: 1 },
        { to: [636, 374], bend: 1 },
      ],
    }) +
    path('M632 290 h22 l3 26 h-28 Z', '#e3c08d') +
    stroke('M635 297 h17', '#c9a06a', 2) +
    circle(640, 303, 6, '#f0cdb0') +
    [
      [596, 300],
      [584, 314],
      [590, 328],
      [572, 334],
      [580, 346],
    ]
      .map(([x, y]) => circle(x!, y!, 2.2, '#c98f48'))
      .join('')
  )
}

function pigeons(): string {
  const pigeon = (x: number, y: number, facing: 1 | -1, pecks: boolean) =>
    group(
      { transform: `translate(${x} ${y}) scale(${facing} 1)` },
      stroke('M-3 10 v9 M4 10 v9', '#d9765f', 2),
      path('M-26 0 L-10 -6 L-10 6 Z', '#6d7682'),
      ellipse(0, 2, 16, 10, '#8c97a5'),
      path('M-14 0 Q0 -6 8 4 Q-4 10 -14 0 Z', '#747e8b'),
      pecks
        ? stroke('M10 0 Q18 4 18 10', '#76a08f', 8) +
            circle(18, 11, 6, '#8c97a5') +
            path('M20 15 l6 6 l-7 -2 Z', '#e0a24a') +
            circle(20, 10, 1.3, '#3b2f2a')
        : stroke('M11 -1 Q16 -8 15 -14', '#76a08f', 8) +
            circle(15, -15, 6, '#8c97a5') +
            path('M20 -17 l7 3 l-7 2 Z', '#e0a24a') +
            circle(17, -16, 1.3, '#3b2f2a'),
    )
  return pigeon(540, 324, 1, true) + pigeon(594, 352, -1, true) + pigeon(492, 344, 1, false) + pigeon(548, 362, 1, true)
}

function pond(): string {
  const duck = (x: number, y: number, size: number, facing: 1 | -1, body: string) =>
    group(
      { transform: `translate(${x} ${y}) scale(${facing * size} ${size})` },
      ellipse(2, 9, 26, 4, '#ffffff55'),
      path('M-26 -6 Q-20 10 4 10 Q24 8 22 -4 Q8 -8 2 -2 Q-16 2 -26 -6 Z', body),
      path('M-12 0 Q0 -8 10 2 Q0 9 -12 0 Z', '#00000022'),
      stroke('M18 -2 Q22 -10 20 -16', body, 9),
      circle(20, -18, 8, body),
      path('M26 -19 q9 0 10 4 q-6 2 -11 1 Z', '#f0922e'),
      circle(22, -20, 1.5, '#3b2f2a'),
    )
  return group(
    {},
    path('M560 486 Q590 428 690 420 Q770 412 800 420 V500 H562 Z', '#8fb56e'),
    path('M574 490 Q604 438 694 430 Q770 424 800 432 V500 H576 Z', '#86c3dc'),
    stroke('M640 476 h40 M720 486 h36 M690 446 h26', '#a9d8ea', 3),
    duck(738, 462, 0.95, -1, '#f7f1e3'),
    duck(776, 478, 0.55, -1, '#f0d27a'),
    path('M640 462 H684 L674 478 H650 Z', '#fffdf6'),
    path('M662 440 L662 463 L644 463 Z', '#fffdf6'),
    path('M662 440 L662 463 L680 463 Z', '#e6dfcf'),
    path('M650 478 L662 462 L674 478 Z', '#e6dfcf'),
    stroke('M786 430 v-34 M794 434 v-44 M778 432 v-22', '#6fa35c', 3),
    ellipse(794, 388, 4, 10, '#94653f'),
    ellipse(786, 394, 3.5, 9, '#94653f'),
  )
}

function cyclist(): string {
  const wheel = (x: number) =>
    shape('circle', { cx: x, cy: 290, r: 21, fill: 'none', stroke: '#4a4f57', 'stroke-width': 4 }) +
    stroke(
      [
        [x - 15, 275],
        [x + 15, 305],
      ],
      '#8a8f94',
      1,
    ) +
    stroke(
      [
        [x + 15, 275],
        [x - 15, 305],
      ],
      '#8a8f94',
      1,
    )
  const frame: Point[] = [
    [418, 290],
    [434, 262],
    [466, 262],
    [446, 290],
    [418, 290],
  ]
  return (
    ellipse(446, 312, 52, 5, '#00000016') +
    wheel(418) +
    wheel(478) +
    person({
      hips: [438, 250],
      height: 150,
      skin: '#d9a07a',
      hair: { colour: '#3b2f2a', style: 'short' },
      hat: '#5d8fa3',
      top: '#6fa35c',
      bottom: '#3f5d78',
      shoes: '#f7f1e3',
      look: 0.85,
      lean: 0.07,
      arms: [
        { to: [470, 240], bend: 1 },
        { to: [470, 242], bend: 1 },
      ],
      legs: [
        { to: [444, 302], bend: -1 },
        { to: [452, 282], bend: -1 },
      ],
    }) +
    stroke(frame, '#d9442f', 4) +
    stroke(
      [
        [446, 290],
        [432, 256],
      ],
      '#d9442f',
      4,
    ) +
    stroke(
      [
        [478, 290],
        [465, 246],
        [471, 240],
      ],
      '#d9442f',
      4,
    ) +
    stroke(
      [
        [425, 255],
        [440, 255],
      ],
      '#3b2f2a',
      5,
    )
  )
}

/** Two people eat on a blanket; one calls the dog. */
const picnic = () => group({ transform: 'translate(-62 4)' }, blanket(), picnickers())

function blanket(): string {
  const stripes = [0, 1, 2, 3].map((i) =>
    path(
      `M${330 - 13 * i} ${424 + 13 * i} H${520 + 9 * i} L${522 + 9 * i} ${429 + 13 * i} H${327 - 13 * i} Z`,
      '#f7f1e3',
    ),
  )
  return path('M336 416 H516 L552 478 H284 Z', '#5d8fa3') + stripes.join('')
}

function picnickers(): string {
  return group(
    {},
    person({
      hips: [348, 436],
      height: 208,
      skin: '#8d5a3c',
      hair: { colour: '#241a17', style: 'curly' },
      top: '#f7e9c8',
      sleeve: 'short',
      bottom: '#d9765f',
      shoes: '#f0c24a',
      look: 0.7,
      mouth: 'smile',
      arms: [
        { to: [392, 414], bend: -1 },
        { to: [330, 446], bend: -1 },
      ],
      legs: [
        { to: [402, 448], bend: -1 },
        { to: [420, 456], bend: -1 },
      ],
    }),
    rect(385, 402, 13, 15, '#f0c24a', 3),
    person({
      hips: [478, 438],
      height: 214,
      skin: '#e8b58f',
      hair: { colour: '#a5632f', style: 'short' },
      beard: '#a5632f',
      top: '#4f8a6a',
      sleeve: 'short',
      bottom: '#6b6f78',
      shoes: '#4a3f3a',
      look: 0.8,
      mouth: 'open',
      arms: [
        { to: [566, 384], bend: 1 },
        { to: [462, 450], bend: -1 },
      ],
      legs: [
        { to: [444, 464], bend: 1 },
        { to: [428, 470], bend: 1 },
      ],
    }),
    // basket and food
    path('M400 452 h44 l-5 28 h-34 Z', '#c08a4a'),
    stroke('M404 460 h36 M406 469 h32', '#9c6c35', 3),
    stroke('M404 452 Q422 424 440 452', '#9c6c35', 4),
    ellipse(364, 470, 24, 7, '#fffdf6'),
    path('M350 468 Q362 452 378 468 Z', '#e0543f'),
    path('M347 467 Q362 447 381 467 L376 469 Q362 454 351 469 Z', '#7bb067'),
    ellipse(486, 470, 20, 6, '#fffdf6'),
    path('M474 468 L486 456 L498 468 Z', '#e8c88f'),
    stroke('M476 467 h20', '#7bb067', 2.5),
  )
}

/** Runs off with a sandwich. */
function dog(): string {
  const fur = '#5c4a44'
  return group(
    { transform: 'translate(-44 16)' },
    ellipse(602, 432, 46, 5, '#00000016'),
    stroke('M574 398 q-18 -8 -16 -24', fur, 7),
    stroke('M582 408 L566 428 M588 410 L584 430', '#4a3a35', 8),
    stroke('M626 406 L642 424 M620 410 L630 430', fur, 8),
    path('M572 396 Q590 382 628 390 Q640 402 628 412 Q600 418 578 412 Q568 404 572 396 Z', fur),
    path('M606 413 Q626 416 634 400 L628 394 Q616 404 606 413 Z', '#f0e4d4'),
    circle(640, 386, 15, fur),
    ellipse(652, 391, 10, 7, '#f0e4d4'),
    circle(661, 388, 3.6, '#2a211e'),
    circle(645, 381, 2.2, '#ffffff'),
    circle(645.5, 381, 1.4, '#2a211e'),
    path('M634 374 Q620 376 622 394 Q630 398 636 386 Z', '#43342f'),
    path('M646 396 L670 390 L668 406 Z', '#e8c88f'),
    stroke('M649 398 L668 398', '#7bb067', 3),
    stroke('M626 396 q6 8 14 6', '#d9442f', 4),
  )
}

function flowers(): string {
  const flower = (x: number, y: number, colour: string) =>
    stroke(
      [
        [x, y],
        [x, y + 12],
      ],
      '#5b8c4a',
      2,
    ) +
    [0, 72, 144, 216, 288]
      .map((angle) =>
        circle(x + 4 * Math.cos((angle * Math.PI) / 180), y + 4 * Math.sin((angle * Math.PI) / 180), 3, colour),
      )
      .join('') +
    circle(x, y, 2.4, '#f0c24a')
  return (
    flower(30, 452, '#ffffff') +
    flower(54, 472, '#d9667f') +
    flower(196, 462, '#ffffff') +
    flower(222, 480, '#8b6aa8') +
    flower(18, 478, '#8b6aa8') +
    flower(770, 344, '#ffffff') +
    flower(560, 470, '#ffffff')
  )
}
