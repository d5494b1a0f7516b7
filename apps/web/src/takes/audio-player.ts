import { createReadable, type Readable } from '../ui/readable.ts'
import type { AudioLink } from './useAudioLink.ts'
import type { Span } from './window-peaks.ts'

export type Playing = {
  status: 'loading' | 'ready' | 'failed'
  isPlaying: boolean
  /** From the start of the span. */
  seconds: number
  /** Length of the span; 0 while it is unknown. */
  durationSeconds: number
  /** The piece to which playback is limited, in seconds from the start of the span. */
  selection: Span | null
  /** Whether the selection, or all of it without one, starts again at its end. */
  isLooping: boolean
  /** 1: as recorded. The pitch stays. */
  rate: number
}

export const rates: readonly number[] = [0.5, 0.75, 1, 1.25, 1.5]

export type AudioPlayer = Readable<Playing> & {
  toggle: () => void
  /** Seconds from the start of the span. */
  seek: (seconds: number) => void
  /** Limits playback to a piece; null: no limit. A seek outside the piece ends the limit too. */
  select: (piece: Span | null) => void
  /** Selects a piece and plays it from its start. */
  playPiece: (piece: Span) => void
  setLooping: (isLooping: boolean) => void
  setRate: (rate: number) => void
  /** After a failure: starts again with a new link. */
  retry: () => void
  close: () => void
}

/** An error this soon after a new link has another cause than expiry. */
const linkHelpsForMs = 10_000
const endToleranceSeconds = 0.02

/**
 * Plays a span of a stored file on an element, or all of it (`null`). A link is valid for minutes only. It is renewed
 * before it is used again, and when the element fails; the position is kept.
 */
export function createAudioPlayer(audio: HTMLAudioElement, link: AudioLink, span: Span | null): AudioPlayer {
  const start = span?.start ?? 0
  let end = span?.end ?? Number.POSITIVE_INFINITY
  const lengthOf = () => (Number.isFinite(end) ? Math.max(0, end - start) : 0)
  const store = createReadable<Playing>({
    status: 'loading',
    isPlaying: false,
    seconds: 0,
    durationSeconds: lengthOf(),
    selection: null,
    isLooping: false,
    rate: 1,
  })
  const show = (changes: Partial<Playing>) => store.set({ ...store.getSnapshot(), ...changes })

  let place = start
  let wantsToPlay = false
  let renewedAt = Number.NEGATIVE_INFINITY
  let frame = 0
  let isClosed = false

  /** Where playback starts and stops, in seconds of the file. */
  function limits(): Span {
    const { selection } = store.getSnapshot()
    return selection === null ? { start, end } : { start: start + selection.start, end: start + selection.end }
  }

  const within = (piece: Span): Span => {
    const at = (seconds: number) => Math.max(0, Math.min(seconds, lengthOf() || seconds))
    return { start: at(piece.start), end: at(piece.end) }
  }

  function setSource(url: string) {
    if (audio.getAttribute('src') === url) return
    audio.src = url
    audio.currentTime = place
    // A new source resets the rate.
    audio.playbackRate = store.getSnapshot().rate
  }

  function moveTo(fileSeconds: number) {
    place = fileSeconds
    audio.currentTime = fileSeconds
    show({ seconds: Math.max(0, fileSeconds - start) })
  }

  function begin() {
    const { start: first, end: last } = limits()
    if (place >= last - endToleranceSeconds || place < first) moveTo(first)
    // The element's own events report a refusal or an earlier pause.
    audio.play().catch(() => undefined)
  }

  function load(options?: { renew?: boolean }) {
    link.fetch(options).then(
      (url) => {
        if (isClosed) return
        setSource(url)
        if (wantsToPlay) begin()
      },
      () => !isClosed && fail(),
    )
  }

  function fail() {
    wantsToPlay = false
    show({ status: 'failed', isPlaying: false })
  }

  /** Acts synchronously when the link is fresh: browsers allow sound to start only during a user gesture. */
  function withLink(act?: () => void) {
    const url = link.current()
    if (url === null) return load()
    setSource(url)
    act?.()
  }

  function follow() {
    // While a new source loads, the element reports zero, which is not the position.
    if (audio.readyState > 0) {
      place = audio.currentTime
      const { start: first, end: last } = limits()
      const isAtEnd = place >= last && !audio.paused
      if (isAtEnd && store.getSnapshot().isLooping) moveTo(first)
      else {
        if (isAtEnd) {
          wantsToPlay = false
          audio.pause()
        }
        show({ seconds: Math.max(0, Math.min(place, isAtEnd ? last : end) - start) })
      }
    }
    cancelAnimationFrame(frame)
    frame = audio.paused ? 0 : requestAnimationFrame(follow)
  }

  const listeners: Record<string, () => void> = {
    loadedmetadata() {
      if (Math.abs(audio.currentTime - place) > endToleranceSeconds) audio.currentTime = place
      end = Math.min(span?.end ?? audio.duration, audio.duration)
      show({ status: 'ready', durationSeconds: lengthOf() })
    },
    play() {
      show({ isPlaying: true })
      follow()
    },
    pause: () => show({ isPlaying: false }),
    ended() {
      if (store.getSnapshot().isLooping) return begin()
      wantsToPlay = false
      show({ isPlaying: false })
    },
    timeupdate: follow,
    seeked: follow,
    error() {
      if (!audio.hasAttribute('src')) return
      if (performance.now() - renewedAt < linkHelpsForMs) return fail()
      renewedAt = performance.now()
      load({ renew: true })
    },
  }
  for (const [event, listener] of Object.entries(listeners)) audio.addEventListener(event, listener)
  load()

  return {
    getSnapshot: store.getSnapshot,
    subscribe: store.subscribe,
    toggle() {
      wantsToPlay = audio.paused // the event that shows it comes later
      if (wantsToPlay) withLink(begin)
      else audio.pause()
    },
    seek(seconds) {
      const to = Math.max(0, Math.min(seconds, lengthOf()))
      const { selection } = store.getSnapshot()
      if (selection !== null && (to < selection.start || to >= selection.end)) show({ selection: null })
      moveTo(start + to)
      withLink()
    },
    select(piece) {
      const selection = piece === null ? null : within(piece)
      show({ selection })
      if (selection === null || wantsToPlay) return
      moveTo(start + selection.start)
      withLink()
    },
    playPiece(piece) {
      const selection = within(piece)
      show({ selection })
      moveTo(start + selection.start)
      wantsToPlay = true
      withLink(begin)
    },
    setLooping: (isLooping) => show({ isLooping }),
    setRate(rate) {
      show({ rate })
      audio.playbackRate = rate
    },
    retry() {
      renewedAt = Number.NEGATIVE_INFINITY
      show({ status: 'loading' })
      load({ renew: true })
    },
    close() {
      isClosed = true
      for (const [event, listener] of Object.entries(listeners)) audio.removeEventListener(event, listener)
      cancelAnimationFrame(frame)
      audio.pause()
      audio.removeAttribute('src')
      audio.load()
    },
  }
}
