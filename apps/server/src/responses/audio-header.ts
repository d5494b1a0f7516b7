import { open } from 'node:fs/promises'
import { AppError, InvalidFields } from '../platform/http/errors.ts'

export type WavHeader = { sampleRateHz: number; durationSeconds: number }

const pcm = 1
const float = 3
const extensible = 0xfffe

/**
 * What a WAV file on disk holds, from its chunks; the samples stay where they are.
 *
 * @throws {AppError} `file_type_not_allowed` for anything but PCM or float WAV
 * @throws {InvalidFields} `no_audio` when there is no sample
 */
export async function readWavHeader(file: string): Promise<WavHeader> {
  const handle = await open(file)
  try {
    const { size } = await handle.stat()
    const bytesAt = async (at: number, length: number) => {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, at)
      return buffer.subarray(0, bytesRead)
    }
    const riff = await bytesAt(0, 12)
    if (riff.toString('latin1', 0, 4) !== 'RIFF' || riff.toString('latin1', 8, 12) !== 'WAVE')
      throw new AppError('file_type_not_allowed')

    let format: { sampleRateHz: number; frameBytes: number } | undefined
    for (let at = 12; at + 8 <= size; ) {
      const chunk = await bytesAt(at, 8 + 40)
      const name = chunk.toString('latin1', 0, 4)
      const length = chunk.readUInt32LE(4)
      if (name === 'fmt ') format = formatOf(chunk.subarray(8))
      if (name === 'data') {
        if (format === undefined) throw new AppError('file_type_not_allowed')
        // A recording that was cut off, or streamed, holds less than its header says.
        const frames = Math.floor(Math.min(length, size - at - 8) / format.frameBytes)
        if (frames === 0) throw new InvalidFields({ speech: ['no_audio'] })
        return { sampleRateHz: format.sampleRateHz, durationSeconds: frames / format.sampleRateHz }
      }
      at += 8 + length + (length % 2)
    }
    throw format === undefined ? new AppError('file_type_not_allowed') : new InvalidFields({ speech: ['no_audio'] })
  } finally {
    await handle.close()
  }
}

function formatOf(chunk: Buffer) {
  if (chunk.length < 16) throw new AppError('file_type_not_allowed')
  const encoding = chunk.readUInt16LE(0)
  const sampleRateHz = chunk.readUInt32LE(4)
  const frameBytes = chunk.readUInt16LE(12)
  if (![pcm, float, extensible].includes(encoding) || frameBytes === 0 || sampleRateHz === 0)
    throw new AppError('file_type_not_allowed')
  return { sampleRateHz, frameBytes }
}
