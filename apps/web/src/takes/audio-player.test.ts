import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createAudioPlayer } from './audio-player.ts'
import type { AudioLink } from './useAudioLink.ts'

beforeEach(() => {
  vi.stubGlobal('requestAnimationFrame', () => 0)
  vi.stubGlobal('cancelAnimationFrame', () => undefined)
})
afterEach(() => vi.unstubAllGlobals())

/** The part of an audio element that the player uses; a file of six seconds. */
class FakeAudio extends EventTarget {
  duration = 6
  readyState = 0
  paused = true
  currentTime = 0
  playbackRate = 1
  attributes: string | null = null
  get src() {
    return this.attributes ?? ''
  }
  set src(url: string) {
    this.attributes = url
    this.readyState = 0
    this.currentTime = 0
    this.playbackRate = 1
  }
  getAttribute = () => this.attributes
  hasAttribute = () => this.attributes !== null
  removeAttribute = () => {
    this.attributes = null
  }
  load = () => undefined
  play = () => this.#become(false, 'play')
  pause = () => void this.#become(true, 'pause')
  emit = (event: string) => this.dispatchEvent(new Event(event))
  loaded() {
    this.readyState = 4
    this.emit('loadedmetadata')
  }
  reach(seconds: number) {
    this.currentTime = seconds
    this.emit('timeupdate')
  }
  async #become(paused: boolean, event: string) {
    if (this.paused === paused) return
    this.paused = paused
    this.emit(event)
  }
}

async function playerOf(span: { start: number; end: number } | null = { start: 0.5, end: 4 }) {
  const audio = new FakeAudio()
  const asked: boolean[] = []
  const links = { isFresh: true, url: 'link-0' }
  const link: AudioLink = {
    current: () => (links.isFresh ? links.url : null),
    fetch: async ({ renew = false } = {}) => {
      asked.push(renew)
      links.url = `link-${asked.length}`
      links.isFresh = true
      return links.url
    },
  }
  // Has only the members that the player uses.
  const player = createAudioPlayer(audio as unknown as HTMLAudioElement, link, span)
  await expect.poll(() => audio.attributes).toBe('link-1')
  return { audio, player, asked, links }
}

test('playback covers the window only; playing again restarts it', async () => {
  const { audio, player } = await playerOf()
  audio.loaded()
  expect(player.getSnapshot()).toMatchObject({ status: 'ready', isPlaying: false, seconds: 0, durationSeconds: 3.5 })
  player.toggle()
  expect(audio.currentTime).toBe(0.5)
  audio.reach(2)
  expect(player.getSnapshot()).toMatchObject({ isPlaying: true, seconds: 1.5 })
  audio.reach(4.01)
  expect(player.getSnapshot()).toMatchObject({ isPlaying: false, seconds: 3.5 })
  player.toggle()
  expect(audio.currentTime).toBe(0.5)
})

test('a second press pauses even before the browser reports that it plays', async () => {
  const { audio, player } = await playerOf()
  audio.loaded()
  audio.emit = () => true // a browser sends its events later
  player.toggle()
  expect(audio.paused).toBe(false)
  player.toggle()
  expect(audio.paused).toBe(true)
})

test('seeking outside the window is not possible', async () => {
  const { audio, player } = await playerOf()
  audio.loaded()
  player.seek(99)
  expect(audio.currentTime).toBe(4)
  player.seek(-1)
  expect(audio.currentTime).toBe(0.5)
})

test('a window beyond the file ends with the file; without a window the whole file is played', async () => {
  const long = await playerOf({ start: 1, end: 60 })
  long.audio.loaded()
  expect(long.player.getSnapshot().durationSeconds).toBe(5)
  const whole = await playerOf(null)
  whole.audio.loaded()
  expect(whole.player.getSnapshot().durationSeconds).toBe(6)
})

test('an expiring link is renewed before playback, and the position is kept', async () => {
  const { audio, player, links, asked } = await playerOf()
  audio.loaded()
  player.seek(2)
  links.isFresh = false
  player.toggle()
  await expect.poll(() => audio.attributes).toBe('link-2')
  audio.loaded()
  expect(asked).toEqual([false, false])
  expect(audio.currentTime).toBe(2.5)
  expect(player.getSnapshot().isPlaying).toBe(true)
})

test('an error renews the link once and keeps the position; a second one fails and can be retried', async () => {
  const { audio, player, asked } = await playerOf()
  audio.loaded()
  player.toggle()
  audio.reach(3)
  audio.emit('error')
  await expect.poll(() => audio.attributes).toBe('link-2')
  expect(asked).toEqual([false, true])
  audio.loaded()
  expect(audio.currentTime).toBe(3)
  audio.emit('error')
  expect(player.getSnapshot()).toMatchObject({ status: 'failed', isPlaying: false })
  player.retry()
  await expect.poll(() => audio.attributes).toBe('link-3')
  audio.loaded()
  expect(player.getSnapshot()).toMatchObject({ status: 'ready', seconds: 2.5 })
})

test('a piece is played from its start to its end only, and again after the button', async () => {
  const { audio, player } = await playerOf()
  audio.loaded()
  player.playPiece({ start: 1, end: 1.4 })
  expect(audio.currentTime).toBe(1.5)
  expect(player.getSnapshot()).toMatchObject({ isPlaying: true, selection: { start: 1, end: 1.4 } })
  audio.reach(1.95)
  expect(player.getSnapshot()).toMatchObject({ isPlaying: false })
  expect(player.getSnapshot().seconds).toBeCloseTo(1.4)
  player.toggle()
  expect(audio.currentTime).toBe(1.5)
})

test('a loop starts the piece again; without a piece, the whole', async () => {
  const { audio, player } = await playerOf()
  audio.loaded()
  player.setLooping(true)
  player.playPiece({ start: 1, end: 1.4 })
  audio.reach(1.91)
  expect(player.getSnapshot()).toMatchObject({ isPlaying: true, seconds: 1 })
  expect(audio.currentTime).toBe(1.5)
  player.select(null)
  audio.reach(4.01)
  expect(player.getSnapshot()).toMatchObject({ isPlaying: true, seconds: 0 })
})

test('a loop goes on where the piece ends with the file', async () => {
  const { audio, player } = await playerOf(null)
  audio.loaded()
  player.setLooping(true)
  player.playPiece({ start: 5, end: 6 })
  audio.currentTime = 6
  audio.pause()
  audio.emit('ended')
  expect(audio.currentTime).toBe(5)
  expect(player.getSnapshot().isPlaying).toBe(true)
})

test('a seek inside the piece keeps it, a seek outside ends it', async () => {
  const { audio, player } = await playerOf()
  audio.loaded()
  player.select({ start: 1, end: 2 })
  expect(audio.currentTime).toBe(1.5)
  player.seek(1.5)
  expect(player.getSnapshot().selection).toEqual({ start: 1, end: 2 })
  player.seek(2.5)
  expect(player.getSnapshot()).toMatchObject({ selection: null, seconds: 2.5 })
})

test('a piece reaches no further than the window', async () => {
  const { audio, player } = await playerOf()
  audio.loaded()
  player.select({ start: -1, end: 9 })
  expect(player.getSnapshot().selection).toEqual({ start: 0, end: 3.5 })
})

test('the rate stays when the link is renewed', async () => {
  const { audio, player, links } = await playerOf()
  audio.loaded()
  player.setRate(0.75)
  expect(audio.playbackRate).toBe(0.75)
  links.isFresh = false
  player.toggle()
  await expect.poll(() => audio.attributes).toBe('link-2')
  expect(audio.playbackRate).toBe(0.75)
})
