import { resolve } from 'node:path'
import { type Audio, AudioError, longestS, requireMeasurable } from './audio.ts'
import { runLimited } from './limited-process.ts'

/**
 * Only the file itself may be read, and only as a container of one recording: a playlist would make ffmpeg read other
 * files or connect to the network.
 */
export const inputOptions = [
  '-protocol_whitelist',
  'file',
  '-format_whitelist',
  'matroska,webm,ogg,mov,mp4,m4a,3gp,3g2,mj2,mp3,aac,wav,w64,flac,aiff,caf,amr,au',
]
const maxChannels = 8

/** No banner and no keyboard input. One thread keeps the memory use low. */
export const quiet = ['-hide_banner', '-loglevel', 'error']

/**
 * Decodes the first audio stream of a file with ffmpeg. ffmpeg opens the file itself: mp4 and webm have their index at
 * the end, so they cannot be read from a pipe.
 *
 * @throws {AudioError}
 */
export async function decodeWithFfmpeg(path: string): Promise<Audio> {
  const input = [...inputOptions, '-i', `file:${resolve(path)}`]
  const { sampleRateHz, channels, claimedS } = await probe(input)
  requireMeasurable(claimedS * sampleRateHz, sampleRateHz)
  const mixer = createMixer(channels, longestS * sampleRateHz)
  const output = ['-map', '0:a:0', '-ar', `${sampleRateHz}`, '-ac', `${channels}`, '-c:a', 'pcm_f32le', '-f', 'f32le']
  // One second above the limit, so that a longer recording is rejected instead of cut.
  const limits = ['-t', `${longestS + 1}`, '-threads', '1']
  await runLimited('ffmpeg', ['-nostdin', ...quiet, '-threads', '1', ...input, ...output, ...limits, 'pipe:1'], {
    read: mixer.read,
    timeS: 120 + claimedS,
  })
  const samples = mixer.samples()
  requireMeasurable(samples.length, sampleRateHz)
  if (samples.length === 0) throw new AudioError('no_samples')
  return { samples, sampleRateHz }
}

type Probed = { sampleRateHz: number; channels: number; claimedS: number }

async function probe(input: readonly string[]): Promise<Probed> {
  const entries = 'stream=sample_rate,channels,duration:format=duration'
  const chunks: Buffer[] = []
  await runLimited('ffprobe', [...quiet, '-select_streams', 'a:0', '-show_entries', entries, '-of', 'json', ...input], {
    read: (chunk) => void chunks.push(chunk),
    timeS: 30,
  })
  const { streams = [], format = {} } = JSON.parse(Buffer.concat(chunks).toString()) as {
    streams?: { sample_rate?: string; channels?: number; duration?: string }[]
    format?: { duration?: string }
  }
  const stream = streams[0]
  if (stream === undefined) throw new AudioError('decode_failed', 'the file has no audio stream')
  const channels = stream.channels ?? 0
  if (!(channels >= 1 && channels <= maxChannels)) throw new AudioError('unsupported_format', `${channels} channels`)
  // WebM files recorded by a browser contain no duration.
  const claims = [stream.duration, format.duration].map(Number).filter((seconds) => seconds > 0)
  return { sampleRateHz: Number(stream.sample_rate), channels, claimedS: Math.max(0, ...claims) }
}

/** Mixes interleaved 32-bit floats to mono as they arrive, in chunks that may end within a frame. */
function createMixer(channels: number, maxFrames: number) {
  const bytesPerFrame = 4 * channels
  let samples = new Float32Array(2 ** 18)
  let frames = 0
  let rest: Buffer = Buffer.alloc(0)
  const room = () => {
    if (frames < samples.length) return
    const longer = new Float32Array(Math.min(2 * samples.length, maxFrames + 2 ** 20))
    longer.set(samples)
    samples = longer
  }
  return {
    read(chunk: Buffer) {
      const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
      const whole = bytes.length - (bytes.length % bytesPerFrame)
      for (let at = 0; at < whole; at += bytesPerFrame) {
        room()
        let sum = 0
        for (let channel = 0; channel < channels; channel++) sum += bytes.readFloatLE(at + 4 * channel)
        samples[frames++] = Number.isFinite(sum) ? sum / channels : 0
      }
      rest = bytes.subarray(whole)
    },
    samples: () => samples.subarray(0, frames),
  }
}
