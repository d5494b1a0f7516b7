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
  attributes: string | null = null
  get src() {
    return this.attributes ?? ''
  }
  set src(url: string) {
    this.attributes = url
    this.readyState = 0
    this.currentTime = 0
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
  await vi.waitFor(() => expect(audio.attributes).toBe('link-1'))
  return { audio, player, asked, links }
}

test('playback covers the window only; playing again restarts it', async () => {
  const { audio, player } = await playerOf()
  audio.loaded()
  expect(player.getSnapshot()).toEqual({ status: 'ready', isPlaying: false, seconds: 0, durationSeconds: 3.5 })
  player.toggle()
  expect(audio.currentTime).toBe(0.5)
  audio.reach(2)
  expect(player.getSnapshot()).toMatchObject({ isPlaying: true, seconds: 1.5 })
  audio.reach(4.01)
  expect(player.getSnapshot()).toMatchObject({ isPlaying: false, seconds: 3.5 })
  player.toggle()
  expect(audio.currentTime).toBe(0.5)
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
  await vi.waitFor(() => expect(audio.attributes).toBe('link-2'))
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
  await vi.waitFor(() => expect(audio.attributes).toBe('link-2'))
  expect(asked).toEqual([false, true])
  audio.loaded()
  expect(audio.currentTime).toBe(3)
  audio.emit('error')
  expect(player.getSnapshot()).toMatchObject({ status: 'failed', isPlaying: false })
  player.retry()
  await vi.waitFor(() => expect(audio.attributes).toBe('link-3'))
  audio.loaded()
  expect(player.getSnapshot()).toMatchObject({ status: 'ready', seconds: 2.5 })
})
