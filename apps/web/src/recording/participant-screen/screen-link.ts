import { createReadable } from '../../ui/readable.ts'
import {
  channelName,
  type FromRecorder,
  type FromScreen,
  lockName,
  type ScreenState,
  type SentState,
} from './messages.ts'

/**
 * `lost`: it was open, and its window was closed or crashed or is hidden. `blocked`: the browser allowed no window.
 */
type LinkStatus = 'closed' | 'opening' | 'open' | 'lost' | 'blocked'

/**
 * The recorder's side of a participant's screen. Opens the window with `open` and sends it states. Only a page of this
 * origin that has the random id can listen. `page` is the recorder's own window.
 */
export function createScreenLink(
  id: string,
  open: () => Promise<Pick<Window, 'close' | 'closed'> | null>,
  page: Pick<EventTarget, 'addEventListener' | 'removeEventListener'> = window,
) {
  const status = createReadable<LinkStatus>('closed')
  const channel = new BroadcastChannel(channelName(id))
  const forgetLock = new AbortController()
  let opened: Pick<Window, 'close' | 'closed'> | null = null
  let number = 0
  let latest: FromRecorder | null = null
  /** The number of each picture, by its address. */
  const pictures = new Map<string, number>()
  const waiting = new Map<number, (at: number) => void>()

  const ended = Promise.withResolvers<void>()
  void navigator.locks.request(lockName(id, 'recorder'), () => ended.promise)

  channel.onmessage = ({ data }: MessageEvent<FromScreen>) => {
    if (data.type === 'hello') {
      if (status.getSnapshot() === 'closed') return post({ type: 'bye' })
      for (const [address, picture] of pictures) post({ type: 'picture', picture, address })
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

  function numberOf(address: string): number {
    const known = pictures.get(address)
    if (known !== undefined) return known
    const picture = pictures.size + 1
    pictures.set(address, picture)
    if (status.getSnapshot() === 'open') post({ type: 'picture', picture, address })
    return picture
  }

  /** A window that was closed before it could answer holds no lock. When it closes, this page gets the focus. */
  function noticeClosed() {
    if (status.getSnapshot() === 'opening' && opened?.closed) status.set('lost')
  }
  page.addEventListener('focus', noticeClosed)

  return {
    subscribe: status.subscribe,
    getSnapshot: status.getSnapshot,
    /** Call it from a click: browsers open a window only then. */
    async open() {
      if (opened !== null && !opened.closed) opened.close()
      opened = null
      status.set('opening')
      const found = await open()
      // Closed while the browser asked for permission: nothing waits for this window any more.
      if (status.getSnapshot() === 'closed') return found?.close()
      opened = found
      if (opened === null) status.set('blocked')
    },
    /** Sends pictures before they are shown, so that the screen has them ready. */
    offer(addresses: readonly string[]) {
      for (const address of addresses) numberOf(address)
    },
    /**
     * Never resolves when no screen shows the state, or when another one follows first.
     *
     * @returns since when it is on the screen, in milliseconds since this page's start
     */
    send(state: ScreenState): Promise<number> {
      number++
      const { image } = state.stimulus
      const stimulus = { ...state.stimulus, image: image === null ? null : numberOf(image) }
      latest = { type: 'state', number, state: { ...state, stimulus } }
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
      if (forgetLock.signal.aborted) return
      page.removeEventListener('focus', noticeClosed)
      post({ type: 'bye' })
      status.set('closed')
      forgetLock.abort()
      ended.resolve()
      channel.close()
    },
  }
}

type Shows = {
  /** A picture comes: it can be decoded before it is shown. */
  picture: (address: string) => void
  /** Resolves when the state can be shown at once. */
  prepare: (state: ScreenState) => Promise<void>
  /** Resolves with the time since when it is on the screen, in milliseconds since the screen's start. */
  show: (state: ScreenState) => Promise<number>
  end: () => void
}

/** The other side: shows states until the recorder says goodbye or ends. @returns stops listening */
export function followRecorder(id: string, on: Shows): () => void {
  const channel = new BroadcastChannel(channelName(id))
  const post = (message: FromScreen) => channel.postMessage(message)
  const stop = new AbortController()
  const release = Promise.withResolvers<void>()
  const pictures = new Map<number, string>()
  let latest = 0

  const withPicture = (state: SentState): ScreenState => {
    const { image } = state.stimulus
    const stimulus = { ...state.stimulus, image: image === null ? null : (pictures.get(image) ?? null) }
    return { ...state, stimulus }
  }

  async function follow(number: number, state: ScreenState) {
    latest = number
    await on.prepare(state)
    if (number !== latest) return // another state came while its picture was decoded
    const at = await on.show(state)
    post({ type: 'shown', number, at: performance.timeOrigin + at })
  }

  channel.onmessage = ({ data }: MessageEvent<FromRecorder>) => {
    if (data.type === 'bye') return on.end()
    if (data.type === 'state') return void follow(data.number, withPicture(data.state))
    pictures.set(data.picture, data.address)
    on.picture(data.address)
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
