// The colour of an organisation. Imports no schema: the web loads this file alone.

/** WCAG 2.2, contrast of small text. */
export const leastContrast = 4.5

/** What the colour stands on or under: white, the page, and its own lightest tint, as behind a chosen entry. */
const grounds = (colour: string) => ['#ffffff', '#f5f8f8', shadesOf(colour)[1]!]

/** The least contrast of a colour where the pages use it. White text on it has the same contrast as it has on white. */
export const accentContrast = (colour: string): number =>
  Math.min(...grounds(colour).map((ground) => contrastOf(colour, ground)))

/** How much of the colour is in each of its shades; the rest is white. The eighth is the colour itself. */
const parts = [0.03, 0.07, 0.25, 0.42, 0.58, 0.72, 0.86, 0.94, 1]
/** How much of it is in the darkest shade; the rest is black. */
const darkPart = 0.75

/** Ten shades, from almost white to darker than the colour. */
export function shadesOf(colour: string): string[] {
  return [...parts.map((part) => mixed(colour, '#ffffff', part)), mixed(colour, '#000000', darkPart)]
}

/** WCAG 2.2, contrast ratio of two colours `#rrggbb`. */
export function contrastOf(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

function luminance(colour: string): number {
  const [red, green, blue] = channelsOf(colour).map((channel) => {
    const value = channel / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const channelsOf = (colour: string): number[] =>
  [1, 3, 5].map((start) => Number.parseInt(colour.slice(start, start + 2), 16))

function mixed(colour: string, other: string, part: number): string {
  const others = channelsOf(other)
  const channels = channelsOf(colour).map((channel, i) => Math.round(part * channel + (1 - part) * others[i]!))
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}
