/** An RGB colour, 0 to 255. */
export type Colour = [red: number, green: number, blue: number]

/**
 * The colour of a level between 0 (as light as the page) and 1 (darkest). Its lightness in OKLab falls evenly, so that
 * equal steps of dB look equal, also in grey and for people who see fewer colours. The hue goes from teal to violet.
 *
 * @see Ottosson 2020, "A perceptual color space for image processing"
 */
export function levelColour(level: number): Colour {
  const share = Math.max(0, Math.min(level, 1))
  const lightness = 0.975 - 0.745 * share
  const chroma = 0.008 + 0.1 * Math.sin(Math.PI * share ** 0.9)
  const hue = ((195 + 100 * share) * Math.PI) / 180
  return fromOklab(lightness, chroma * Math.cos(hue), chroma * Math.sin(hue))
}

/** 256 colours as the bytes of RGBA pixels in memory. */
export function colourTable(): Uint32Array {
  const bytes = new Uint8ClampedArray(4 * 256)
  for (let i = 0; i < 256; i++) bytes.set([...levelColour(i / 255), 255], 4 * i)
  return new Uint32Array(bytes.buffer)
}

export const cssColour = ([red, green, blue]: Colour): string => `rgb(${red} ${green} ${blue})`

function fromOklab(lightness: number, a: number, b: number): Colour {
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const middle = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    toByte(4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short),
    toByte(-1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short),
    toByte(-0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short),
  ]
}

function toByte(linear: number): number {
  const value = linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055
  return Math.round(255 * Math.max(0, Math.min(value, 1)))
}
