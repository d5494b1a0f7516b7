import type { Locator } from 'playwright'

/**
 * Where the picture itself is, in pixels of the window: `object-fit: contain` leaves empty space in the box of an image.
 * A turned picture stands on its side.
 */
export const drawnPicture = (picture: Locator) =>
  picture.evaluate(async (image: HTMLImageElement) => {
    await image.decode()
    const { a } = new DOMMatrix(getComputedStyle(image).transform)
    const isTurned = Math.abs(a) < 0.5
    const [wide, high] = isTurned
      ? [image.naturalHeight, image.naturalWidth]
      : [image.naturalWidth, image.naturalHeight]
    const box = image.getBoundingClientRect()
    const scale = Math.min(box.width / wide, box.height / high)
    const [width, height] = [scale * wide, scale * high]
    return {
      isTurned,
      width,
      height,
      left: box.left + (box.width - width) / 2,
      top: box.top + (box.height - height) / 2,
      bottom: box.top + (box.height + height) / 2,
    }
  })
