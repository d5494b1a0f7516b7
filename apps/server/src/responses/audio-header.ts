import { type FileHandle, open } from 'node:fs/promises'
import { isRecordingRate } from '@fonema/audio'
import { FlacError, flacInfoBytes, readFlacInfo, readWav, type Wav, WavError } from '@fonema/speech'
import { AppError, InvalidFields } from '../platform/http/errors.ts'

export type AudioHeader = { kind: 'wav' | 'flac'; sampleRateHz: number; durationSeconds: number }

/** The minimum size of a FLAC frame: its header, one constant channel and its checksum. */
const shortestFlacFrameBytes = 10
/** Enough for one sample of each channel that a recording can have. */
const firstSamplesBytes = 4096
/** The same limit as in the measuring process: metadata may come before the samples, but not without end. */
const longestHeader = 2 ** 20

/**
 * Reads the header of a WAV or FLAC file on disk, without the samples. `field`: the form's field, for its errors.
 *
 * @throws {AppError} `file_type_not_allowed` for anything but PCM or float WAV and FLAC
 * @throws {InvalidFields} `no_audio` when there is no sample, `unusable_sample_rate` outside 8 to 192 kHz
 */
export async function readAudioHeader(file: string, field = 'speech'): Promise<AudioHeader> {
  const handle = await open(file)
  try {
    const start = await bytesAt(handle, 0, flacInfoBytes)
    const { size } = await handle.stat()
    const header =
      start.toString('latin1', 0, 4) === 'fLaC' ? flacHeader(start, size, field) : await wavHeader(handle, size, field)
    if (!isRecordingRate(header.sampleRateHz)) throw new InvalidFields({ [field]: ['unusable_sample_rate'] })
    return header
  } finally {
    await handle.close()
  }
}

async function bytesAt(handle: FileHandle, at: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, at)
  return buffer.subarray(0, bytesRead)
}

function flacHeader(start: Buffer, size: number, field: string): AudioHeader {
  try {
    const { sampleRateHz, frames } = readFlacInfo(start)
    // An encoder that writes to a pipe leaves the number of samples at 0; such a take would have no duration.
    if (frames === 0) throw new InvalidFields({ [field]: ['no_audio'] })
    const longestBlock = start.readUInt16BE(10)
    if (frames > (longestBlock * (size - flacInfoBytes)) / shortestFlacFrameBytes) throw new FlacError('truncated')
    return { kind: 'flac', sampleRateHz, durationSeconds: frames / sampleRateHz }
  } catch (error) {
    throw error instanceof FlacError ? new AppError('file_type_not_allowed') : error
  }
}

async function wavHeader(handle: FileHandle, size: number, field: string): Promise<AudioHeader> {
  for (let at = 12; at + 8 <= size && at < longestHeader; ) {
    const chunk = await bytesAt(handle, at, 8)
    const length = chunk.readUInt32LE(4)
    if (chunk.toString('latin1', 0, 4) === 'data') {
      const { sampleRateHz, channels, bitsPerSample } = beginningOf(
        await bytesAt(handle, 0, at + 8 + firstSamplesBytes),
        field,
      )
      // A truncated or streamed recording contains less than its header says.
      const frames = Math.floor(Math.min(length, size - at - 8) / ((channels * bitsPerSample) / 8))
      return { kind: 'wav', sampleRateHz, durationSeconds: frames / sampleRateHz }
    }
    at += 8 + length + (length % 2)
  }
  // Throws the error for a file without samples.
  const { sampleRateHz, frames } = beginningOf(await bytesAt(handle, 0, Math.min(size, longestHeader)), field)
  return { kind: 'wav', sampleRateHz, durationSeconds: frames / sampleRateHz }
}

function beginningOf(bytes: Buffer, field: string): Wav {
  try {
    return readWav(bytes)
  } catch (error) {
    if (!(error instanceof WavError)) throw error
    throw error.code === 'no_samples'
      ? new InvalidFields({ [field]: ['no_audio'] })
      : new AppError('file_type_not_allowed')
  }
}
