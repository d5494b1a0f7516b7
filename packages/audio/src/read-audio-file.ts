import { type FileHandle, open } from 'node:fs/promises'
import { FlacError, flacInfoBytes, readFlac, readFlacInfo, WavError } from '@fonema/speech'
import { type Audio, AudioError, requireMeasurable } from './audio.ts'
import { decodeWithFfmpeg } from './ffmpeg.ts'
import { readWavFile } from './wav-file.ts'

/**
 * Reads a recording: WAV and FLAC in this process, every other format that ffmpeg supports (webm, ogg, mp4, mp3, …) in
 * a separate process.
 *
 * @throws {AudioError} when the file cannot be read as a recording
 */
export async function readAudioFile(path: string): Promise<Audio> {
  const file = await openToRead(path)
  try {
    const head = new Uint8Array(flacInfoBytes)
    const { bytesRead } = await file.read(head, 0, head.length, 0)
    if (bytesRead === 0) throw new AudioError('no_samples')
    const magic = String.fromCharCode(...head.subarray(0, 4))
    if (magic === 'RIFF') return await readWavFile(file)
    if (magic === 'fLaC') return await readFlacFile(file, head.subarray(0, bytesRead))
  } catch (error) {
    // Encodings that packages/speech does not read, such as A-law, go to ffmpeg.
    const unknown = (error instanceof WavError || error instanceof FlacError) && error.code === 'unsupported_format'
    if (!unknown) throw toAudioError(error)
  } finally {
    await file.close()
  }
  return decodeWithFfmpeg(path)
}

async function openToRead(path: string): Promise<FileHandle> {
  try {
    const file = await open(path, 'r')
    if ((await file.stat()).isFile()) return file
    await file.close()
  } catch (error) {
    throw new AudioError('not_found', error instanceof Error ? error.message : undefined, { cause: error })
  }
  throw new AudioError('not_found', 'not a file')
}

async function readFlacFile(file: FileHandle, head: Uint8Array): Promise<Audio> {
  const claimed = readFlacInfo(head)
  requireMeasurable(claimed.frames, claimed.sampleRateHz)
  const { samples, sampleRateHz } = readFlac(await file.readFile())
  requireMeasurable(samples.length, sampleRateHz)
  return { samples, sampleRateHz }
}

function toAudioError(error: unknown): unknown {
  if (!(error instanceof WavError || error instanceof FlacError)) return error
  if (error.code === 'no_samples' || error.code === 'too_long') {
    return new AudioError(error.code, undefined, { cause: error })
  }
  return new AudioError('decode_failed', error.code, { cause: error })
}
