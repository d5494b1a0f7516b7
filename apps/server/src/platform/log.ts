import { writeSync } from 'node:fs'

const descriptors = { out: 1, error: 2 }

/** A line of the log. Where there is no room for it, it is lost, and the clinic goes on. */
export function writeLog(text: string, to: keyof typeof descriptors = 'out'): void {
  try {
    writeSync(descriptors[to], text)
  } catch (error) {
    // A pipe whose reader is slow.
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') (to === 'out' ? process.stdout : process.stderr).write(text)
  }
}

const levels = { info: 30, error: 50 }

/** An event of the process itself, in the form of the request log's lines: JSON with a name and fields, no prose. */
export function writeEvent(level: keyof typeof levels, event: string, fields: Record<string, unknown> = {}): void {
  writeLog(`${JSON.stringify({ level: levels[level], time: Date.now(), event, ...fields })}\n`, 'error')
}

/** What a log line says of an error. Further members are left out: a database's error names values in its details. */
export function errorFields(error: unknown) {
  if (!(error instanceof Error)) return { error: String(error) }
  const { message, code, stack } = error as NodeJS.ErrnoException
  return { error: message, code, stack }
}
