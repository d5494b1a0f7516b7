import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { type AudioInput, listAudioInputs, onDeviceChange } from '../recorder/microphone.ts'
import type { Recorder } from '../recorder/types.ts'

const deviceItem = 'fonema.microphone'

/** Chooses a microphone: the last one used, if the browser already has permission. */
export function useMicrophone(recorder: Recorder) {
  const snapshot = useSyncExternalStore(recorder.subscribe, recorder.getSnapshot)
  const [devices, setDevices] = useState<AudioInput[]>([])
  const isReady = snapshot.status === 'ready'

  const open = useCallback(
    async (deviceId?: string) => {
      const wanted = deviceId ?? localStorage.getItem(deviceItem) ?? undefined
      await recorder.open(wanted)
      const now = recorder.getSnapshot()
      if (now.status === 'ready') localStorage.setItem(deviceItem, now.microphone.deviceId)
      // The last microphone is missing. No other one is chosen silently; the list shows the choice.
      else if (now.status === 'blocked' && now.reason === 'no_device' && wanted !== undefined) {
        localStorage.removeItem(deviceItem)
        if (deviceId === undefined) await recorder.open()
      }
    },
    [recorder],
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
