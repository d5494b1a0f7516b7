import { vi } from 'vitest'
import type { FromWorker, ToWorker } from './messages.ts'

// The browser APIs that a recorder needs, without sound. Only for tests.

class FakeTrack extends EventTarget {
  label = 'Headset'
  muted = false
  readyState = 'live'
  stopped = false
  settings: MediaTrackSettings = { deviceId: 'mic', sampleRate: 48_000, channelCount: 1 }
  getSettings = () => this.settings
  stop() {
    this.stopped = true
  }
}

class FakeWorker {
  onmessage: ((event: { data: FromWorker }) => void) | null = null
  onerror: ((error: unknown) => void) | null = null
  terminated = false
  readonly received: ToWorker[] = []
  postMessage(message: ToWorker) {
    this.received.push(message)
  }
  terminate() {
    this.terminated = true
  }
  post(data: FromWorker) {
    this.onmessage?.({ data })
  }
  last<T extends ToWorker['type']>(type: T) {
    return this.received.findLast((message): message is Extract<ToWorker, { type: T }> => message.type === type)
  }
}

class FakeNode {
  readonly posted: unknown[] = []
  port = { postMessage: (message: unknown) => this.posted.push(message) }
  onprocessorerror: ((error: unknown) => void) | null = null
  connectedTo: unknown = null
  connect(to: unknown) {
    this.connectedTo = to
  }
  disconnect() {
    this.connectedTo = null
  }
}

class FakeContext extends EventTarget {
  readonly sampleRate = 48_000
  /** Seconds by the frame count; differs from the page's clock, which started earlier. */
  get currentTime() {
    return (performance.now() - this.openedAt) / 1000
  }
  readonly openedAt = performance.now()
  state = 'running'
  readonly destination = {}
  readonly audioWorklet: { addModule: () => Promise<void> }
  readonly source = new FakeNode()
  private readonly resumesTo: string
  constructor({ addModule, state, resumesTo }: { addModule: () => Promise<void>; state: string; resumesTo: string }) {
    super()
    this.audioWorklet = { addModule }
    this.state = state
    this.resumesTo = resumesTo
  }
  createMediaStreamSource = () => this.source
  turn(state: string) {
    this.state = state
    this.dispatchEvent(new Event('statechange'))
  }
  async resume() {
    if (this.state !== 'running' && this.resumesTo === 'running') this.turn('running')
  }
  async close() {
    this.state = 'closed'
  }
}

/** Replaces the browser's audio for one test. The test sets its answers through the returned fields. */
export function fakeBrowser() {
  const workers: FakeWorker[] = []
  const contexts: FakeContext[] = []
  const nodes: FakeNode[] = []
  const track = new FakeTrack()
  const stream = { getTracks: () => [track], getAudioTracks: () => [track] }
  const browser = {
    workers,
    contexts,
    nodes,
    track,
    stream,
    page: Object.assign(new EventTarget(), { visibilityState: 'visible' }),
    state: 'running',
    resumesTo: 'running',
    addModule: async () => {},
    getUserMedia: async (): Promise<unknown> => stream,
    /** Whether the worklet delivers as soon as the worker is connected. */
    sounds: true,
    locksHeld: 0,
    get worker() {
      return workers.at(-1)!
    },
    get context() {
      return contexts.at(-1)!
    },
  }
  vi.stubGlobal('document', browser.page)
  vi.stubGlobal('navigator', {
    userAgent: 'test browser',
    mediaDevices: Object.assign(new EventTarget(), {
      getUserMedia: () => browser.getUserMedia(),
      enumerateDevices: async () => [{ kind: 'audioinput', deviceId: track.settings.deviceId, label: track.label }],
    }),
    wakeLock: {
      async request() {
        browser.locksHeld++
        return Object.assign(new EventTarget(), {
          async release() {
            browser.locksHeld--
          },
        })
      },
    },
  })
  vi.stubGlobal(
    'AudioContext',
    class extends FakeContext {
      constructor() {
        super(browser)
        contexts.push(this)
      }
    },
  )
  vi.stubGlobal(
    'AudioWorkletNode',
    class extends FakeNode {
      constructor(_context: unknown, name: string) {
        super()
        if (name === 'capture') nodes.push(this)
      }
    },
  )
  vi.stubGlobal(
    'Worker',
    class extends FakeWorker {
      constructor(url: URL, { type }: WorkerOptions) {
        super()
        if (url.pathname.endsWith('/capture-worker.ts') && type === 'module') workers.push(this)
      }
      override postMessage(message: ToWorker) {
        super.postMessage(message)
        if (message.type === 'open' && browser.sounds) setTimeout(() => this.post(quiet), 20)
      }
    },
  )
  return browser
}

export const quiet = { type: 'level', level: 0.01, elapsedSeconds: 0 } as const
export const loud = { type: 'level', level: 0.5, elapsedSeconds: 0 } as const
