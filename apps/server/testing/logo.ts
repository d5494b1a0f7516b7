import { PNG } from 'pngjs'
import { formOf } from './recordings.ts'

/** A half-transparent blue rectangle. */
export function smallPng(width = 240, height = 80): Buffer {
  const png = new PNG({ width, height })
  for (let i = 0; i < png.data.length; i += 4) png.data.set([11, 95, 102, 128], i)
  return PNG.sync.write(png)
}

export const logoForm = (bytes = smallPng()) => formOf(bytes, {}, 'file')
