import { createReadable } from '../../ui/readable.ts'
import {
  type AudioUpload,
  audioIn,
  examinerIn,
  hasAudio,
  isNeeded,
  type StoredUpload,
  type Upload,
  type UploadQueueOptions,
  type UploadQueueSnapshot,
} from './upload.ts'
import type { WakeLock } from './wake-lock.ts'

type ListOptions = Pick<UploadQueueOptions, 'store' | 'examinerId'> & { wakeLock: WakeLock | undefined }

/** The uploads of the store in their order, with those being written to it, and their summary for the screen. */
export function createUploadList({ store, examinerId, wakeLock }: ListOptions) {
  const snapshot = createReadable<UploadQueueSnapshot>({
    waiting: 0,
    bytes: 0,
    failing: false,
    failed: [],
    held: [],
    uploads: [],
    unstored: [],
    blocked: [],
  })
  /** The takes that this page is recording. */
  const recording = new Set<string>()
  /** Being written to the store: they already count as waiting, but are not sent before they are stored. */
  const arriving = new Set<string>()
  let entries: StoredUpload[] = []
  let sequence = 0
  let failing = false

  const isMine = ({ upload }: StoredUpload) => upload.examinerId === examinerId()
  /** It needs something that the server refused: alone it would be refused, too. */
  const isBlocked = (entry: StoredUpload) =>
    entries.some(({ upload, refusal }) => refusal && isNeeded(upload, entry.upload))
  const waitingEntries = () => entries.filter((entry) => !entry.refusal && isMine(entry) && !isBlocked(entry))
  const others = (id: string) => entries.filter(({ upload }) => upload.id !== id)

  function setEntries(next: StoredUpload[]) {
    entries = next.sort((a, b) => a.upload.sequence - b.upload.sequence)
    sequence = Math.max(sequence, ...entries.map(({ upload }) => upload.sequence))
    publish()
  }

  function publish() {
    const waiting = waitingEntries()
    if (waiting.length > 0) wakeLock?.hold()
    else wakeLock?.release()
    snapshot.set({
      waiting: waiting.length,
      bytes: waiting.reduce((sum, { upload }) => sum + (hasAudio(upload) ? bytesOf(upload) : 0), 0),
      failing,
      failed: entries.filter(isMine).flatMap(({ upload, refusal }) => (refusal ? [{ upload, refusal }] : [])),
      held: entries.filter((entry) => !isMine(entry)).map(({ upload }) => upload),
      uploads: entries.filter(isMine).map(({ upload }) => upload),
      unstored: entries.filter(({ upload }) => arriving.has(upload.id)).map(({ upload }) => upload),
      blocked: entries
        .filter((entry) => !entry.refusal && isMine(entry) && isBlocked(entry))
        .map(({ upload }) => upload),
    })
  }

  return {
    subscribe: snapshot.subscribe,
    getSnapshot: snapshot.getSnapshot,
    recording,
    entries: (): readonly StoredUpload[] => entries,
    isArriving: () => arriving.size > 0,
    sendable: () => waitingEntries().filter(({ upload }) => !arriving.has(upload.id)),
    isFailing: () => failing,

    async reload() {
      const settled = new Set(entries.map(({ upload }) => upload.id).filter((id) => !arriving.has(id)))
      const stored = await store.load(recording)
      const known = new Set(stored.map(({ upload }) => upload.id))
      // What arrived meanwhile may have been too late for this reading.
      setEntries([...stored, ...entries.filter(({ upload: { id } }) => !settled.has(id) && !known.has(id))])
    },

    async add(upload: Upload): Promise<void> {
      const entry = { upload, refusal: null }
      arriving.add(upload.id)
      setEntries([...entries, entry])
      try {
        await store.put(entry)
      } catch (error) {
        arriving.delete(upload.id)
        setEntries(others(upload.id))
        throw error
      }
      arriving.delete(upload.id)
      recording.delete(upload.id)
      publish()
    },

    replace: (entry: StoredUpload) => setEntries([...others(entry.upload.id), entry]),
    remove: (id: string) => setEntries(others(id)),

    setFailing(isFailing: boolean) {
      failing = isFailing
      publish()
    },

    /** Later than everything in the list, also after the clock was set back. */
    nextSequence: () => {
      sequence = Math.max(sequence + 1, Date.now())
      return sequence
    },
  }
}

const bytesOf = (upload: AudioUpload) => audioIn(upload).bytes + (examinerIn(upload)?.bytes ?? 0)
