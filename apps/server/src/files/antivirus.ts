import { createReadStream } from 'node:fs'
import { connect } from 'node:net'
import { pipeline } from 'node:stream/promises'
import { AppError } from '../platform/http/errors.ts'

/** The address of clamd. */
export type Antivirus = { host: string; port: number }

const silentMilliseconds = 60_000
const maxAnswerLength = 1000

/**
 * Scans a file with clamd (its `INSTREAM` command).
 *
 * @throws {AppError} `file_infected`; `unavailable` when clamd cannot be reached or gives no result for this file, so
 * that no file is stored without a scan
 */
export async function requireClean(file: string, antivirus: Antivirus): Promise<void> {
  const answer = await ask(file, antivirus).catch((cause: unknown) => {
    throw new AppError('unavailable', {}, { cause })
  })
  if (answer.endsWith(' FOUND')) throw new AppError('file_infected')
  if (answer !== 'stream: OK') throw new AppError('unavailable', {}, { cause: new Error(`clamd: ${answer}`) })
}

async function ask(file: string, { host, port }: Antivirus): Promise<string> {
  const socket = connect({ host, port })
  socket.setTimeout(silentMilliseconds, () => socket.destroy(new Error('clamd timed out')))
  // clamd may answer and close before it has the whole file: only the answer counts.
  pipeline(() => instream(file), socket, { end: false }).catch(() => {})
  let answer = ''
  for await (const piece of socket as AsyncIterable<Buffer>) {
    answer += piece.toString('latin1')
    if (answer.includes('\0') || answer.length > maxAnswerLength) break
  }
  return answer.split('\0')[0]!
}

/** The command, the file in chunks that each begin with their length, and an empty chunk. */
async function* instream(file: string) {
  yield Buffer.from('zINSTREAM\0')
  for await (const piece of createReadStream(file) as AsyncIterable<Buffer>) {
    yield lengthOf(piece)
    yield piece
  }
  yield lengthOf(Buffer.alloc(0))
}

function lengthOf(piece: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(piece.length)
  return length
}
