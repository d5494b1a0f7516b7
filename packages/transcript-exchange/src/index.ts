import type { TranscriptFormat } from '@fonema/contract'
import { readChat } from './chat-read.ts'
import { writeChat } from './chat-write.ts'
import { decode } from './check.ts'
import { readEaf } from './eaf-read.ts'
import { writeEaf } from './eaf-write.ts'
import { readJson, writeJson } from './json.ts'
import { TranscriptFileError } from './problem.ts'
import { readTextGrid } from './textgrid-read.ts'
import { writeTextGrid } from './textgrid-write.ts'
import type { Read, Transcript, Written } from './transcript.ts'
import { readVtt, writeVtt } from './vtt.ts'

export { largestFile } from './check.ts'
export { TranscriptFileError } from './problem.ts'
export { writeTextGrid } from './textgrid-write.ts'
export type { Read, Transcript, Written } from './transcript.ts'

export const transcriptFiles: Readonly<Record<TranscriptFormat, { extension: string; contentType: string }>> = {
  textgrid: { extension: 'TextGrid', contentType: 'text/plain; charset=utf-8' },
  eaf: { extension: 'eaf', contentType: 'application/xml; charset=utf-8' },
  chat: { extension: 'cha', contentType: 'text/plain; charset=utf-8' },
  vtt: { extension: 'vtt', contentType: 'text/vtt; charset=utf-8' },
  json: { extension: 'json', contentType: 'application/json; charset=utf-8' },
}

const writers: Readonly<Record<TranscriptFormat, (transcript: Transcript) => Written>> = {
  textgrid: (transcript) => writeTextGrid(transcript),
  eaf: writeEaf,
  chat: writeChat,
  vtt: writeVtt,
  json: writeJson,
}

const readers: Readonly<Record<TranscriptFormat, (text: string, duration: number) => Read>> = {
  textgrid: readTextGrid,
  eaf: readEaf,
  chat: readChat,
  vtt: readVtt,
  json: readJson,
}

/** The same bytes for the same transcript. The losses say what the format cannot hold. */
export const writeTranscript = (format: TranscriptFormat, transcript: Transcript): Written =>
  writers[format](transcript)

/** The format, by how the text begins. */
function formatOf(text: string): TranscriptFormat {
  const begin = text.slice(0, 2000).trimStart()
  if (/^File type\s*=\s*"ooTextFile/.test(begin)) return 'textgrid'
  if (begin.startsWith('<')) return 'eaf'
  if (/^@(UTF8|Begin)/.test(begin)) return 'chat'
  if (begin.startsWith('WEBVTT')) return 'vtt'
  if (begin.startsWith('{')) return 'json'
  throw new TranscriptFileError('unknown_format', 1)
}

/**
 * Reads a transcript of any of the formats.
 *
 * @param duration seconds of the marked window; no word may be beyond it
 * @throws {TranscriptFileError} with line and place, for anything that is not a transcript of this window
 */
export function readTranscript(bytes: Uint8Array, duration: number): Read {
  const text = decode(bytes)
  return readers[formatOf(text)](text, duration)
}
