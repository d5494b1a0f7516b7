import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'

/**
 * Keeps the secret keys of a restored clinic in its data folder, one on each line.
 *
 * @param isGiven the new clinic gets its key by `SECRET_KEY`: then a kept one belongs to another clinic, and stays
 * @returns the file
 */
export async function keepSecretKeys(dataDir: string, keys: readonly string[], isGiven: boolean): Promise<string> {
  const text = `${keys.join('\n')}\n`
  const own = path.join(dataDir, 'secret-key')
  // A new embedded clinic made a key a moment ago, which nothing uses yet.
  if (!isGiven) await rm(own, { force: true })
  for (let number = 1; ; number++) {
    const file = number === 1 ? own : `${own}-${number}`
    try {
      await writeFile(file, text, { mode: 0o600, flag: 'wx' })
      return file
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}
