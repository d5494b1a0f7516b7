/** @returns the start of the first frame after the one that painted the change: it is on the screen by then */
export const painted = () =>
  new Promise<number>((resolve) => requestAnimationFrame(() => requestAnimationFrame((start) => resolve(start))))
