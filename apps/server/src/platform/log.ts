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
