import { notifications } from '@mantine/notifications'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, expect, vi } from 'vitest'

// jsdom has no layout, so it lacks the layout APIs that Mantine calls.
window.matchMedia = (media) =>
  Object.assign(new EventTarget(), { matches: false, media, onchange: null }) as MediaQueryList
window.ResizeObserver = class {
  observe() {}
  unobserve() {}
  disconnect() {}
}
Element.prototype.scrollIntoView = () => {}
// A text area that grows measures itself again when a font arrives.
Object.assign(document, { fonts: new EventTarget() })

// A slow machine needs a longer timeout.
configure({ asyncUtilTimeout: 20_000 })

const complaints = vi.spyOn(console, 'error')
afterEach(() => {
  cleanup()
  notifications.clean()
  vi.unstubAllGlobals()
  localStorage.clear()
  const texts = complaints.mock.calls.map(([first]) => String(first))
  complaints.mockClear()
  expect(texts).toEqual([])
})

/**
 * Files share a process, and each begins its clock anew. Events of a later file must not seem to follow those of an earlier
 * one within milliseconds: a second press that comes too soon is ignored.
 */
const counted = globalThis as { filesBefore?: number }
counted.filesBefore = (counted.filesBefore ?? 0) + 1
const laterMs = counted.filesBefore * 10_000_000
const timeStamp = Object.getOwnPropertyDescriptor(Event.prototype, 'timeStamp')!
Object.defineProperty(Event.prototype, 'timeStamp', {
  configurable: true,
  get(this: Event): number {
    return timeStamp.get!.call(this) + laterMs
  },
})
