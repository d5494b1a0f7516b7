import { resolve } from 'node:path'
import { AudioError } from './audio.ts'
import { inputOptions, quiet } from './ffmpeg.ts'
import { runLimited } from './limited-process.ts'

/** A converted stimulus. Seconds and pixels; a sound has no size. */
export type Stimulus = { durationS: number; width: number | null; height: number | null }

/** The integrated loudness of every stimulus (EBU R 128), so that none is louder than another. */
const loudnessLufs = -23
/** Below it, there is nothing that a listener would understand. */
const quietestLufs = -60
/** Measured and written alike: a single channel counts 3 dB less than two. */
const stereo = 'aresample=44100,aformat=channel_layouts=stereo'
const peakLimit = 10 ** (-1 / 20)

/** Frames above this size belong to no stimulus. */
const mostPixels = 4096 * 4096
const longestSoundS = 900
const longestVideoS = 180
/** As many seconds for each second of the stimulus. */
const patience = 4

/**
 * Writes the first sound of a file as MP3 at −23 LUFS, without metadata.
 *
 * @throws {AudioError} for a file that is no sound, is too long or silent, or without ffmpeg
 */
export async function convertSound(path: string, target: string): Promise<Stimulus> {
  const input = inputOf(path)
  const { durationS } = await probe(input, 'a:0', longestSoundS)
  const filter = normalising(await loudness(input, durationS))
  const codec = ['-map', '0:a:0', '-af', filter, '-ac', '2', '-ar', '44100', '-c:a', 'libmp3lame', '-b:a', '160k']
  await encode(input, [...codec, '-f', 'mp3'], target, durationS)
  return { durationS, width: null, height: null }
}

/**
 * Writes the first video of a file as WebM, its sound at −23 LUFS, at most 1280 × 720 and 30 frames per second, without
 * metadata.
 *
 * @throws {AudioError} for a file that is no video, is too long, or without ffmpeg
 */
export async function convertVideo(path: string, target: string): Promise<Stimulus> {
  const input = inputOf(path)
  const { durationS, hasSound, width, height } = await probe(input, 'v:0', longestVideoS)
  const level = hasSound ? await loudness(input, durationS) : null
  const sound =
    level === null
      ? ['-an']
      : ['-map', '0:a:0', '-af', normalising(level), '-ac', '2', '-c:a', 'libopus', '-b:a', '96k']
  const scale = Math.min(1, 1280 / Math.max(1, width), 720 / Math.max(1, height))
  const even = (length: number) => Math.max(2, 2 * Math.round((length * scale) / 2))
  const size = { width: even(width), height: even(height) }
  const picture = ['-map', '0:v:0', '-vf', `fps=fps='min(30,source_fps)',scale=${size.width}:${size.height}`]
  const codec = ['-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '8', '-b:v', '1500k', '-pix_fmt', 'yuv420p']
  await encode(input, [...picture, ...codec, ...sound, '-f', 'webm'], target, durationS)
  return { durationS, ...size }
}

const inputOf = (path: string) => ['-max_pixels', `${mostPixels}`, ...inputOptions, '-i', `file:${resolve(path)}`]

async function encode(input: readonly string[], output: readonly string[], target: string, durationS: number) {
  const plain = ['-map_metadata', '-1', '-map_chapters', '-1', '-sn', '-dn', '-fflags', '+bitexact']
  const args = ['-nostdin', '-y', ...quiet, '-threads', '1', ...input, ...output, ...plain, '-threads', '2']
  await runLimited('ffmpeg', [...args, `file:${resolve(target)}`], { read: () => {}, timeS: 60 + patience * durationS })
}

/** The integrated loudness in LUFS. ffmpeg prints it after each frame; the last one counts. */
async function loudness(input: readonly string[], durationS: number): Promise<number> {
  const filter = `${stereo},ebur128=metadata=1,ametadata=mode=print:key=lavfi.r128.I:file=-`
  let rest = ''
  const args = ['-nostdin', ...quiet, '-threads', '1', ...input, '-map', '0:a:0', '-af', filter, '-f', 'null', '-']
  await runLimited('ffmpeg', args, {
    read: (chunk) => {
      rest = (rest + chunk.toString('latin1')).slice(-1000)
    },
    timeS: 60 + patience * durationS,
  })
  const printed = [...rest.matchAll(/lavfi\.r128\.I=(-?[\d.]+|-inf|nan)\s/g)].at(-1)?.[1]
  const lufs = Number(printed ?? Number.NaN)
  if (!(lufs > quietestLufs)) throw new AudioError('no_samples', 'the sound is silent')
  return lufs
}

const normalising = (lufs: number) =>
  `${stereo},volume=${(loudnessLufs - lufs).toFixed(2)}dB,alimiter=limit=${peakLimit.toFixed(3)}:level=disabled`

type Probed = { durationS: number; hasSound: boolean; width: number; height: number }

async function probe(input: readonly string[], needed: 'a:0' | 'v:0', longestS: number): Promise<Probed> {
  const chunks: Buffer[] = []
  const entries = 'stream=codec_type,width,height,duration,sample_rate:format=duration'
  await runLimited('ffprobe', [...quiet, '-show_entries', entries, '-of', 'json', ...input], {
    read: (chunk) => void chunks.push(chunk),
    timeS: 30,
  })
  const { streams = [], format = {} } = JSON.parse(Buffer.concat(chunks).toString()) as {
    streams?: { codec_type?: string; width?: number; height?: number; duration?: string }[]
    format?: { duration?: string }
  }
  const sound = streams.find(({ codec_type }) => codec_type === 'audio')
  const video = streams.find(({ codec_type }) => codec_type === 'video')
  if ((needed === 'a:0' ? sound : video) === undefined)
    throw new AudioError('decode_failed', needed === 'a:0' ? 'the file has no sound' : 'the file has no picture')
  const claims = [format.duration, ...streams.map(({ duration }) => duration)].map(Number).filter((s) => s > 0)
  const durationS = claims.length > 0 ? Math.max(...claims) : await decodedLength(input, needed, longestS)
  if (durationS > longestS) throw new AudioError('too_long', `${Math.round(durationS)} s; the longest is ${longestS} s`)
  return { durationS, hasSound: sound !== undefined, width: video?.width ?? 0, height: video?.height ?? 0 }
}

/** Files that a browser recorded state no length: it is that of what can be decoded. */
async function decodedLength(input: readonly string[], stream: 'a:0' | 'v:0', longestS: number): Promise<number> {
  let rest = ''
  const limits = ['-map', `0:${stream}`, '-t', `${longestS + 1}`, '-progress', 'pipe:1', '-f', 'null', '-']
  await runLimited('ffmpeg', ['-nostdin', ...quiet, '-threads', '1', ...input, ...limits], {
    read: (chunk) => {
      rest = (rest + chunk.toString('latin1')).slice(-2000)
    },
    timeS: 60 + patience * longestS,
  })
  const micros = Number([...rest.matchAll(/out_time_us=(\d+)/g)].at(-1)?.[1] ?? 0)
  if (micros === 0) throw new AudioError('no_samples')
  return micros / 1e6
}
