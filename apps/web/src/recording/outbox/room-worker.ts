import { type ProbeFolder, probeRoom } from './probe-room.ts'

/** Answers with the minutes of recording that this device has room for; null: the browser cannot be asked. */
export type FromRoomWorker = number | null

/** The DOM library has no types of workers here. */
async function folder(): Promise<ProbeFolder> {
  return (await navigator.storage.getDirectory()) as unknown as ProbeFolder
}

folder()
  .then(probeRoom)
  .catch(() => null)
  .then((minutes: FromRoomWorker) => postMessage(minutes))
