import type { Curves, SyllableKind } from '@fonema/speech'
import { createReadable, type Readable } from '../../ui/readable.ts'
import type { Span } from '../window-peaks.ts'
import type { FromCurves, FromSound, Lanes, Opened, ToCurves, ToSound } from './messages.ts'
import { createTileCache, keyOf, type Tile } from './tiles.ts'

export type SoundState = {
  opened: Opened | 'loading' | 'failed'
  /** Null when they cannot be measured. */
  curves: Curves | 'loading' | null
  /** Changes with each new tile. */
  tiles: number
  /** Milliseconds that the worker has spent on tiles so far. */
  drawingMs: number
}

export type Sound = Readable<SoundState> & {
  /** The tile, or undefined while it is drawn. Tiles that were asked for last are drawn first. */
  tile(tile: Tile, lanes: Lanes): ImageBitmap | undefined
  /** Reads and opens the take. The returned function ends it and frees its memory; it may be started again. */
  start(): () => void
}

/** About 30 MB of tiles, however long the take is. */
const mostTiles = 48
/** Older questions are about a view that has gone. */
const mostWaiting = 12

const newWorker = {
  sound: () => new Worker(new URL('./sound-worker.ts', import.meta.url), { type: 'module', name: 'sound' }),
  curves: () => new Worker(new URL('./curves-worker.ts', import.meta.url), { type: 'module', name: 'curves' }),
}

type Read = (signal: AbortSignal) => Promise<ArrayBuffer>

/** The picture of one take: its bytes are decoded and drawn in workers. */
export function createSound(read: Read, part: Span | null, syllables: SyllableKind): Sound {
  const nothing: SoundState = { opened: 'loading', curves: 'loading', tiles: 0, drawingMs: 0 }
  const store = createReadable(nothing)
  const show = (changes: Partial<SoundState>) => store.set({ ...store.getSnapshot(), ...changes })
  const cache = createTileCache<ImageBitmap>(mostTiles, (bitmap) => bitmap.close())
  const waiting = new Map<string, { tile: Tile; lanes: Lanes }>()
  let drawing: string | null = null
  let sound: Worker | undefined

  const nameOf = (tile: Tile, { wave, spectrum }: Lanes) => `${keyOf(tile)}/${wave}/${spectrum}`
  const fail = () => show({ opened: 'failed', curves: null })

  function drawNext() {
    const next = [...waiting].at(-1)
    if (drawing !== null || next === undefined || sound === undefined) return
    drawing = next[0]
    waiting.delete(drawing)
    sound.postMessage({ type: 'draw', ...next[1] } satisfies ToSound)
  }

  function onSound({ data }: MessageEvent<FromSound>) {
    if (data.type === 'failed') return fail()
    if (data.type === 'opened') {
      const { type, ...opened } = data
      return show({ opened })
    }
    cache.put(nameOf(data.tile, data.lanes), data.bitmap)
    drawing = null
    drawNext()
    const { tiles, drawingMs } = store.getSnapshot()
    show({ tiles: tiles + 1, drawingMs: drawingMs + data.ms })
  }

  function start() {
    const aborter = new AbortController()
    let curves: Worker | undefined
    const finish = (found: Curves | null) => {
      curves?.terminate()
      show({ curves: found })
    }
    const open = (file: ArrayBuffer) => {
      if (aborter.signal.aborted) return
      curves = newWorker.curves()
      sound = newWorker.sound()
      sound.onmessage = onSound
      sound.onerror = fail
      curves.onmessage = ({ data }: MessageEvent<FromCurves>) => finish(data.curves)
      curves.onerror = () => finish(null)
      // Copied to the one, handed over to the other.
      curves.postMessage({ bytes: file, part, syllables } satisfies ToCurves)
      sound.postMessage({ type: 'open', bytes: file, part } satisfies ToSound, [file])
    }
    if (typeof OffscreenCanvas === 'undefined' || typeof Worker === 'undefined') fail()
    else read(aborter.signal).then(open, () => aborter.signal.aborted || fail())
    return () => {
      aborter.abort()
      sound?.terminate()
      curves?.terminate()
      sound = undefined
      drawing = null
      waiting.clear()
      cache.clear()
      store.set(nothing)
    }
  }

  return {
    getSnapshot: store.getSnapshot,
    subscribe: store.subscribe,
    tile(tile, lanes) {
      const name = nameOf(tile, lanes)
      const held = cache.get(name)
      if (held !== undefined || name === drawing) return held
      waiting.delete(name)
      waiting.set(name, { tile, lanes })
      const [oldest] = waiting.keys()
      if (waiting.size > mostWaiting) waiting.delete(oldest!)
      drawNext()
      return undefined
    },
    start,
  }
}
