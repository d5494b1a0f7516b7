import type { Protocol } from '@fonema/contract'
import { useEffect, useRef, useState } from 'react'
import { preload } from './preload.ts'

/** Loads all media of a protocol. `copies` is set once all are loaded; `retry` loads only the missing ones. */
export function usePreload(protocol: Protocol) {
  const [attempt, setAttempt] = useState(0)
  const [share, setShare] = useState(0)
  const [failed, setFailed] = useState<readonly string[]>([])
  const [copies, setCopies] = useState<ReadonlyMap<string, string> | null>(null)
  const loaded = useRef<ReadonlyMap<string, string>>(new Map())

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt is a reason to load again.
  useEffect(() => {
    const stop = new AbortController()
    const all = mediaOf(protocol)
    const missing = all.filter((address) => !loaded.current.has(address))
    const onProgress = (part: number) => {
      if (!stop.signal.aborted) setShare((loaded.current.size + part * missing.length) / all.length)
    }
    void preload(missing, stop.signal, onProgress).then((result) => {
      if (stop.signal.aborted) return
      loaded.current = new Map([...loaded.current, ...result.copies])
      setFailed(result.failed)
      setShare(all.length === 0 ? 1 : loaded.current.size / all.length)
      if (result.failed.length === 0) setCopies(loaded.current)
    })
    return () => stop.abort()
  }, [protocol, attempt])

  function retry() {
    setFailed([])
    setAttempt((before) => before + 1)
  }
  return { percent: Math.floor(100 * share), failed, copies, retry }
}

function mediaOf({ items }: Protocol): string[] {
  const all = items.flatMap(({ image, audio, video, subtitles }) => [image, audio, video, subtitles ?? null])
  return [...new Set(all.filter((address) => address !== null))]
}
