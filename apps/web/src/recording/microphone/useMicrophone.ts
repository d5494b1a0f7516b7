import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { type AudioInput, listAudioInputs, onDeviceChange } from '../recorder/microphone.ts'
import type { Recorder } from '../recorder/types.ts'

const deviceItem = 'fonema.microphone'
/** The device whose second channel is the examiner's. */
const examinerItem = 'fonema.examiner_microphone'

/**
 * Chooses a microphone: the last one used, if the browser already has permission. Its second channel is the examiner's only
 * where somebody chose so, and `mayHaveExaminer`.
 */
export function useMicrophone(recorder: Recorder, mayHaveExaminer: boolean) {
  const snapshot = useSyncExternalStore(recorder.subscribe, recorder.getSnapshot)
  const [devices, setDevices] = useState<AudioInput[]>([])
  const isReady = snapshot.status === 'ready'

  const open = useCallback(
    async (deviceId?: string, examiner?: boolean) => {
      const wanted = deviceId ?? localStorage.getItem(deviceItem) ?? undefined
      const isChosen = examiner ?? (wanted !== undefined && localStorage.getItem(examinerItem) === wanted)
      await recorder.open(wanted, mayHaveExaminer && isChosen)
      const now = recorder.getSnapshot()
      if (now.status === 'ready') {
        localStorage.setItem(deviceItem, now.microphone.deviceId)
        if (examiner === true) localStorage.setItem(examinerItem, now.microphone.deviceId)
        else if (examiner === false) localStorage.removeItem(examinerItem)
      }
      // The last microphone is missing. No other one is chosen silently; the list shows the choice.
      else if (now.status === 'blocked' && now.reason === 'no_device' && wanted !== undefined) {
        localStorage.removeItem(deviceItem)
        if (deviceId === undefined) await recorder.open()
      }
    },
    [recorder, mayHaveExaminer],
  )

  useEffect(() => {
    let isHere = true
    void microphoneAllowed().then((allowed) => {
      if (isHere && allowed && recorder.getSnapshot().status === 'idle') void open()
    })
    return () => {
      isHere = false
    }
  }, [recorder, open])

  useEffect(() => {
    if (!isReady) return
    const list = () => void listAudioInputs().then(setDevices, () => undefined)
    list()
    return onDeviceChange(list)
  }, [isReady])

  return { snapshot, devices, open }
}

/** Browsers that do not report the permission ask when the button is pressed. */
async function microphoneAllowed(): Promise<boolean> {
  try {
    return (await navigator.permissions.query({ name: 'microphone' })).state === 'granted'
  } catch {
    return false
  }
}
