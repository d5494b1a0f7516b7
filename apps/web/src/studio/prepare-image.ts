const longestSide = 2400

/**
 * A picture that the server accepts: PNG or JPEG, not larger than it may be. Drawing it also turns a photograph as its
 * camera was held. What this browser cannot read goes to the server as it is, which says what is wrong.
 */
export async function prepareImage(file: File): Promise<File> {
  const bitmap = await readBitmap(file)
  if (bitmap === null) return file
  const scale = Math.min(1, longestSide / Math.max(bitmap.width, bitmap.height))
  if (scale === 1 && file.type === 'image/png') return file
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(bitmap.width * scale)
  canvas.height = Math.round(bitmap.height * scale)
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  const type = file.type === 'image/png' ? 'image/png' : 'image/jpeg'
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.92))
  return blob === null ? file : new File([blob], file.name, { type })
}

async function readBitmap(file: File): Promise<ImageBitmap | null> {
  if (typeof createImageBitmap !== 'function' || file.type === 'image/svg+xml') return null
  return createImageBitmap(file).catch(() => null)
}
