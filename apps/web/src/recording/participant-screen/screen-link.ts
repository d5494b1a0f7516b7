import { createReadable } from '../../ui/readable.ts'
import { channelName, type FromRecorder, type FromScreen, lockName, type ScreenState } from './messages.ts'

/**
 * `lost`: it was open, and its window was closed or crashed or is hidden. `blocked`: the browser allowed no window.
 */
export type LinkStatus = 'closed' | 'opening' | 'open' | 'lost' | 'blocked'

export type ScreenLink = ReturnType<typeof createScreenLink>

/**
 * The recorder's side of a participant's screen. Opens the window with `open` and sends it states. Only a page of this
 * origin that has the random id can listen.
 */
export function createScreenLink(id: string, open: () => Promise<Window | null>) {
  const status = createReadable<LinkStatus>('closed')
  const channel = new BroadcastChannel(channelName(id))
  const forgetLock = new AbortController()
  let opened: Window | null = null
  let number = 0
  let latest: FromRecorder | null = null
  const waiting = new Map<number, (at: number) => void>()

  const ended = Promise.withResolvers<void>()
  void navigator.locks.request(lockName(id, 'recorder'), () => ended.promise)

  channel.onmessage = ({ data }: MessageEvent<FromScreen>) => {
    if (data.type === 'hello') {
      if (status.getSnapshot() === 'closed') return post({ type: 'bye' })
      if (latest !== null) post(latest)
      status.set('open')
      watch()
    }
    if (data.type === 'visible' && ['open', 'lost'].includes(status.getSnapshot()))
      status.set(data.isVisible ? 'open' : 'lost')
    if (data.type === 'shown') {
      waiting.get(data.number)?.(data.at - performance.timeOrigin)
      waiting.delete(data.number)
    }
  }

  /** The screen holds its lock as long as it lives. */
  function watch() {
    void navigator.locks
      .request(lockName(id, 'screen'), { signal: forgetLock.signal }, () => {
        if (status.getSnapshot() === 'open') status.set('lost')
      })
      .catch(() => {})
  }

  const post = (message: FromRecorder) => channel.postMessage(message)

  return {
    subscribe: status.subscribe,
    getSnapshot: status.getSnapshot,
    /** Call it from a click: browsers open a window only then. */
    async open() {
      if (opened !== null && !opened.closed) opened.close()
      status.set('opening')
      opened = await open()
      if (opened === null) status.set('blocked')
    },
    /**
     * Never resolves when no screen shows the state, or when another one follows first.
     *
     * @returns since when it is on the screen, in milliseconds since this page's start
     */
    send(state: ScreenState): Promise<number> {
      number++
      latest = { type: 'state', number, state }
      post(latest)
      const { promise, resolve } = Promise.withResolvers<number>()
      waiting.clear() // a state that was replaced is of no interest
      waiting.set(number, resolve)
      return promise
    },
    /** Closes the window on purpose: nothing is lost. */
    close() {
      status.set('closed')
      post({ type: 'bye' })
    },
    dispose() {
      post({ type: 'bye' })
      status.set('closed')
      forgetLock.abort()
      ended.resolve()
      channel.close()
    },
  }
}

/** The other side: shows states until the recorder says goodbye or ends. @returns stops listening */
export function followRecorder(
  id: string,
  /** `state` resolves with the time since when it is on the screen, in milliseconds since the screen's start. */
  on: { state: (state: ScreenState) => Promise<number>; end: () => void },
): () => void {
  const channel = new BroadcastChannel(channelName(id))
  const post = (message: FromScreen) => channel.postMessage(message)
  const stop = new AbortController()
  const release = Promise.withResolvers<void>()
  channel.onmessage = ({ data }: MessageEvent<FromRecorder>) => {
    if (data.type === 'bye') return on.end()
    void on
      .state(data.state)
      .then((at) => post({ type: 'shown', number: data.number, at: performance.timeOrigin + at }))
  }
  void navigator.locks
    .request(lockName(id, 'screen'), { signal: stop.signal }, () => {
      post({ type: 'hello' })
      return release.promise
    })
    .catch(() => {})
  void navigator.locks.request(lockName(id, 'recorder'), { signal: stop.signal }, () => on.end()).catch(() => {})
  const tellVisible = () => post({ type: 'visible', isVisible: !document.hidden })
  document.addEventListener('visibilitychange', tellVisible)
  return () => {
    document.removeEventListener('visibilitychange', tellVisible)
    stop.abort()
    release.resolve()
    channel.close()
  }
}
