/** In addition to the recording: its facts and the browser's own overhead. */
export const reserveBytes = 20_000_000
export const bytesPerSecond = 2 * 48_000

const probeName = 'fonema-room'
/** More than a day needs no figure. */
const mostMinutes = 24 * 60

/** The parts of the browser's private file system that the probe uses; only workers have the handle. */
export type ProbeFolder = {
  getFileHandle(
    name: string,
    options: { create: true },
  ): Promise<{ createSyncAccessHandle(): Promise<{ truncate(bytes: number): void; close(): void }> }>
  removeEntry(name: string): Promise<void>
}

/**
 * The minutes of recording that the browser grants now, at most a day. It lengthens an empty file, because what browsers
 * say about their storage is not its free space: since version 138 Chromium always says ten gigabytes. Nothing is written, and
 * each length is given back at once.
 */
export async function probeRoom(folder: ProbeFolder): Promise<number> {
  const file = await folder.getFileHandle(probeName, { create: true })
  const handle = await file.createSyncAccessHandle()
  try {
    return mostThat((minutes) => {
      try {
        handle.truncate(reserveBytes + minutes * 60 * bytesPerSecond)
        return true
      } catch (error) {
        if (error instanceof DOMException && error.name === 'QuotaExceededError') return false
        throw error
      } finally {
        handle.truncate(0)
      }
    })
  } finally {
    handle.close()
    await folder.removeEntry(probeName)
  }
}

/** The largest number of minutes that fits; 0 when not even one does. */
function mostThat(fits: (minutes: number) => boolean): number {
  let [fitting, failing] = [0, mostMinutes + 1]
  while (failing - fitting > 1) {
    const middle = Math.floor((fitting + failing) / 2)
    if (fits(middle)) fitting = middle
    else failing = middle
  }
  return fitting
}
