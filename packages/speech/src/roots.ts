/** The complex roots of a polynomial, in two arrays of its degree. */
export type Roots = { readonly re: Float64Array; readonly im: Float64Array }

/** Different points inside the unit circle, none the mirror image of another. */
export function scatteredRoots(degree: number): Roots {
  const place = (k: number) => (2 * Math.PI * (k + 0.35)) / degree
  return {
    re: Float64Array.from({ length: degree }, (_, k) => 0.9 * Math.cos(place(k))),
    im: Float64Array.from({ length: degree }, (_, k) => 0.9 * Math.sin(place(k))),
  }
}
