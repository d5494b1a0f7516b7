import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import yauzl from 'yauzl'

/** Every member of a ZIP, in memory. */
export function unzip(bytes: Buffer): Promise<Map<string, Buffer>> {
  return new Promise((resolve, reject) => {
    yauzl.fromBuffer(bytes, { lazyEntries: true }, (error, zip) => {
      if (error) return reject(error)
      const members = new Map<string, Buffer>()
      zip.on('error', reject)
      zip.on('end', () => resolve(members))
      zip.on('entry', (entry: yauzl.Entry) =>
        zip.openReadStream(entry, async (failure, stream: Readable) => {
          if (failure) return reject(failure)
          members.set(entry.fileName, Buffer.concat(await stream.toArray()))
          zip.readEntry()
        }),
      )
      zip.readEntry()
    })
  })
}

export const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
