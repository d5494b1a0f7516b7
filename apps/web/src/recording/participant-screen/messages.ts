import type { ScreenView } from './screen-view.ts'

/** What the participant is to do: look, get ready, speak, or nothing more. */
export type Phase = 'ready' | 'countdown' | 'recording' | 'after' | 'end'

/**
 * Everything that the participant's screen gets. Nothing here says who the participant is, how a recording turned out,
 * or what the examiner sees.
 */
export type ScreenState = {
  /** `trigger` is the author's HTML; addresses are copies in this browser. */
  stimulus: { trigger: string; image: string | null; video: string | null; lang: string }
  phase: Phase
  /** Seconds left of the countdown; 0 when there is none. */
  secondsLeft: number
  /** 0..1 of the session's items. */
  progress: number
  /** The examiner's player runs; the screen's own video is silent. */
  isVideoPlaying: boolean
  view: ScreenView
}

/** A state on its way: a picture, which may have megabytes, is named by its number. */
export type SentState = Omit<ScreenState, 'stimulus'> & {
  stimulus: Omit<ScreenState['stimulus'], 'image'> & { image: number | null }
}

/**
 * Recorder to screen. Each screen gets a picture once, before the states that name it. `number` counts the states of a
 * session, so that an answer can name its state.
 */
export type FromRecorder =
  | { type: 'picture'; picture: number; address: string }
  | { type: 'state'; number: number; state: SentState }
  | { type: 'bye' }

/**
 * Screen to recorder. `shown`: the state of that number is on the screen since `at`, in milliseconds since 1970 by the
 * monotonic clock that the windows of a browser share.
 */
export type FromScreen =
  | { type: 'hello' }
  | { type: 'shown'; number: number; at: number }
  | { type: 'visible'; isVisible: boolean }

export const channelName = (id: string) => `fonema.participant-screen.${id}`
/** Held while the page is open; the browser releases it also when the page crashes. */
export const lockName = (id: string, side: 'recorder' | 'screen') => `${channelName(id)}.${side}`
