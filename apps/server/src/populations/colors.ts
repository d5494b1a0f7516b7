/** Fill and stroke of new populations, in this order. They are also distinguishable for colour-blind people. */
const colors = [
  ['#1f78b455', '#1f5d8a'],
  ['#e6a10055', '#8a5a00'],
  ['#b0489055', '#7d2a66'],
  ['#2a9d6e55', '#14684a'],
  ['#d9534f55', '#94302c'],
  ['#6b6ecf55', '#43469b'],
] as const

export const colorsFor = (index: number) => colors[index % colors.length]!
