import { type FileHandle, open } from 'node:fs/promises'
import { FlacError, flacInfoBytes, readFlacInfo } from '@fonema/speech'
import { AppError, InvalidFields } from '../platform/http/errors.ts'

export type AudioHeader = { kind: 'wav' | 'flac'; sampleRateHz: number; durationSeconds: number }

const pcm = 1
const float = 3
const extensible = 0xfffe
/** As the measuring process reads: words about the recording come before the samples, but no endless row of chunks. */
const longestHeader = 2 ** 20

/**
 * What a WAV or FLAC file on disk says that it holds; the samples stay where they are.
 *
 * @throws {AppError} `file_type_not_allowed` for anything but PCM or float WAV and FLAC
 * @throws {InvalidFields} `no_audio` when there is no sample
 */
export async function readAudioHeader(file: string): Promise<AudioHeader> {
  const handle = await open(file)
  try {
    const start = await bytesAt(handle, 0, flacInfoBytes)
    if (start.toString('latin1', 0, 4) === 'fLaC') return flacHeader(start)
    if (start.toString('latin1', 0, 4) === 'RIFF' && start.toString('latin1', 8, 12) === 'WAVE')
      return await wavHeader(handle)
    throw new AppError('file_type_not_allowed')
  } finally {
    await handle.close()
  }
}

async function bytesAt(handle: FileHandle, at: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, at)
  return buffer.subarray(0, bytesRead)
}

function flacHeader(start: Buffer): AudioHeader {
  try {
    const { sampleRateHz, frames } = readFlacInfo(start)
    // An encoder that writes to a pipe does not say how much there is; such a take would have no length.
    if (frames === 0) throw new InvalidFields({ speech: ['no_audio'] })
    return { kind: 'flac', sampleRateHz, durationSeconds: frames / sampleRateHz }
  } catch (error) {
    throw error instanceof FlacError ? new AppError('file_type_not_allowed') : error
  }
}

async function wavHeader(handle: FileHandle): Promise<AudioHeader> {
  const { size } = await handle.stat()
  let format: { sampleRateHz: number; frameBytes: number } | undefined
  for (let at = 12; at + 8 <= size && at < longestHeader; ) {
    const chunk = await bytesAt(handle, at, 8 + 40)
    const name = chunk.toString('latin1', 0, 4)
    const length = chunk.readUInt32LE(4)
    if (name === 'fmt ') format = formatOf(chunk.subarray(8))
    if (name === 'data') {
      if (format === undefined) throw new AppError('file_type_not_allowed')
      // A recording that was cut off, or streamed, holds less than its header says.
      const frames = Math.floor(Math.min(length, size - at - 8) / format.frameBytes)
      if (frames === 0) throw new InvalidFields({ speech: ['no_audio'] })
      return { kind: 'wav', sampleRateHz: format.sampleRateHz, durationSeconds: frames / format.sampleRateHz }
    }
    at += 8 + length + (length % 2)
  }
  throw format === undefined ? new AppError('file_type_not_allowed') : new InvalidFields({ speech: ['no_audio'] })
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
