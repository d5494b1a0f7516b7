import { writeSync } from 'node:fs'

const descriptors = { out: 1, error: 2 }

/** Writes a line of the log. If the disk is full, the line is lost and the server continues. */
export function writeLog(text: string, to: keyof typeof descriptors = 'out'): void {
  try {
    writeSync(descriptors[to], text)
  } catch (error) {
    // A pipe with a slow reader.
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') (to === 'out' ? process.stdout : process.stderr).write(text)
  }
}

const levels = { info: 30, error: 50 }

/** Logs an event of the process in the format of the request log: JSON with an event name and fields, no prose. */
export function writeEvent(level: keyof typeof levels, event: string, fields: Record<string, unknown> = {}): void {
  writeLog(`${JSON.stringify({ level: levels[level], time: Date.now(), event, ...fields })}\n`, 'error')
}

/** The fields of an error for the log. Other members are left out: the details of a database error contain values. */
export function errorFields(error: unknown) {
  if (!(error instanceof Error)) return { error: String(error) }
  const { message, code, stack } = error as NodeJS.ErrnoException
  return { error: message, code, stack }
}
