import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { deserialize, serialize } from 'node:v8'
import type { TakeoutId } from '@fonema/contract'
import type { SilentAudio } from '../../analysis/hiding/silent-audio.ts'

type Prepared = Exclude<SilentAudio, { reason: string }>

/**
 * The recording as an earlier attempt prepared it from the same inputs; otherwise `prepare` runs. What cannot be read is
 * prepared again.
 */
export type PreparedAudio = (inputs: unknown, prepare: () => Promise<SilentAudio>) => Promise<SilentAudio>

/** A machine that does not come back to an archive loses what it prepared for it after this time. */
const keptMs = 24 * 3_600_000

const folderOf = (dataDir: string, takeout: TakeoutId) => path.join(dataDir, 'archives', takeout)

const hashOf = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest()

/**
 * The silenced recordings of one archive, on this machine's disk. Encoding them is most of the work, so that an attempt
 * continues where a killed one stopped.
 *
 * @param dataDir the data folder of this process
 * @param version of the program: another one may encode differently
 */
export async function openPreparedAudio(dataDir: string, takeout: TakeoutId, version: string): Promise<PreparedAudio> {
  const folder = folderOf(dataDir, takeout)
  const all = path.dirname(folder)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const left of await readdir(all)) {
    const found = await stat(path.join(all, left)).catch(() => undefined)
    if (found !== undefined && Date.now() - found.mtimeMs > keptMs) await rm(path.join(all, left), { recursive: true })
  }
  return async (inputs, prepare) => {
    const file = path.join(folder, hashOf(JSON.stringify([version, inputs])).toString('hex'))
    const kept = await read(file)
    if (kept !== undefined) return kept
    const audio = await prepare()
    // Without space for it, the next attempt prepares it again.
    if (!('reason' in audio)) await write(file, audio).catch(() => {})
    return audio
  }
}

/** Call it when the archive is complete or will not be tried again. */
export const forgetPreparedAudio = (dataDir: string, takeout: TakeoutId) =>
  rm(folderOf(dataDir, takeout), { recursive: true, force: true })

async function read(file: string): Promise<Prepared | undefined> {
  const bytes = await readFile(file).catch(() => undefined)
  if (bytes === undefined) return undefined
  const [hash, content] = [bytes.subarray(0, 32), bytes.subarray(32)]
  // After a power cut a file may have its name but not its bytes.
  return hash.equals(hashOf(content)) ? deserialize(content) : undefined
}

/** The file has its name when it is whole. */
async function write(file: string, audio: Prepared) {
  const content = serialize(audio)
  await writeFile(`${file}.part`, Buffer.concat([hashOf(content), content]), { mode: 0o600 })
  await rename(`${file}.part`, file)
}
