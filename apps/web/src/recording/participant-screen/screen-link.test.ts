import { expect, onTestFinished, test, vi } from 'vitest'
import { channelName, type ScreenState } from './messages.ts'
import { createScreenLink, followRecorder } from './screen-link.ts'

const stateOf = (trigger: string, image: string | null = null): ScreenState => ({
  stimulus: { trigger, image, video: null, lang: 'es-ES' },
  phase: 'ready',
  secondsLeft: 0,
  progress: 0,
  isVideoPlaying: false,
  view: { size: 1, contrast: 'normal' },
})

let sessions = 0

/** A recorder whose window can be closed by hand, and screens that follow it. */
function startLink() {
  vi.stubGlobal('document', new EventTarget())
  onTestFinished(() => void vi.unstubAllGlobals())
  const id = `test-${sessions++}`
  const opened = { closed: false, close: vi.fn() }
  const page = new EventTarget()
  const link = createScreenLink(id, async () => opened, page)
  onTestFinished(() => link.dispose())
  const statuses: string[] = []
  link.subscribe(() => statuses.push(link.getSnapshot()))

  function openScreen(prepare: (state: ScreenState) => Promise<void> = async () => {}) {
    const shown: string[] = []
    const pictures: string[] = []
    const end = vi.fn()
    const close = followRecorder(id, {
      picture: (address) => void pictures.push(address),
      prepare,
      async show({ stimulus }) {
        shown.push(`${stimulus.trigger} ${stimulus.image}`)
        return 5
      },
      end,
    })
    onTestFinished(close)
    return { shown, pictures, end, close }
  }
  return { id, link, opened, page, openScreen, statuses }
}

const reaches = (link: { getSnapshot: () => string }, status: string) =>
  vi.waitFor(() => expect(link.getSnapshot()).toBe(status), 10_000)

test('a screen that opens late shows the latest state only, and answers since when', async () => {
  const { link, openScreen } = startLink()
  await link.open()
  void link.send(stateOf('first'))
  const answer = link.send(stateOf('second'))
  const { shown } = openScreen()
  expect(await answer).toBeCloseTo(5, 6)
  expect(shown).toEqual(['second null'])
  expect(link.getSnapshot()).toBe('open')
})

test('each screen gets a picture once, before the states that name it', async () => {
  const { id, link, openScreen } = startLink()
  const sizes: number[] = []
  const listener = new BroadcastChannel(channelName(id))
  onTestFinished(() => listener.close())
  listener.onmessage = ({ data }) => {
    if (data.type === 'state') sizes.push(JSON.stringify(data).length)
  }
  const large = `data:image/svg+xml,${'x'.repeat(100_000)}`
  await link.open()
  link.offer([large, 'data:second'])
  const first = openScreen()
  await reaches(link, 'open')
  await link.send(stateOf('one', large))
  await link.send(stateOf('two', 'data:late'))
  await link.send(stateOf('three', large))
  expect(first.pictures).toEqual([large, 'data:second', 'data:late'])
  expect(first.shown).toEqual([`one ${large}`, 'two data:late', `three ${large}`])
  expect(Math.max(...sizes)).toBeLessThan(1000)

  first.close()
  await reaches(link, 'lost')
  await link.open()
  const second = openScreen()
  await vi.waitFor(() => expect(second.shown).toEqual([`three ${large}`]), 10_000)
  expect(second.pictures).toEqual([large, 'data:second', 'data:late'])
})

test('a state that another one follows while its picture is decoded is never shown', async () => {
  const { link, openScreen } = startLink()
  const decoded = Promise.withResolvers<void>()
  await link.open()
  const { shown } = openScreen(async ({ stimulus }) => {
    if (stimulus.image !== null) await decoded.promise
  })
  await reaches(link, 'open')
  void link.send(stateOf('slow', 'data:slow'))
  await link.send(stateOf('quick'))
  decoded.resolve()
  await link.send(stateOf('last'))
  expect(shown).toEqual(['quick null', 'last null'])
})

test('a window that is closed before it answers is lost as soon as the recorder has the focus again', async () => {
  const { link, opened, page } = startLink()
  await link.open()
  page.dispatchEvent(new Event('focus')) // the examiner comes back while it still loads
  expect(link.getSnapshot()).toBe('opening')
  opened.closed = true
  page.dispatchEvent(new Event('focus'))
  expect(link.getSnapshot()).toBe('lost')
})

test('the focus ends nothing once the window has answered', async () => {
  const { link, opened, page, openScreen } = startLink()
  await link.open()
  openScreen()
  await reaches(link, 'open')
  opened.closed = true // a browser may give no true handle of a window in full screen
  page.dispatchEvent(new Event('focus'))
  expect(link.getSnapshot()).toBe('open')
})

test('a window that the browser does not allow is blocked', async () => {
  const link = createScreenLink('blocked', async () => null, new EventTarget())
  onTestFinished(() => link.dispose())
  await link.open()
  expect(link.getSnapshot()).toBe('blocked')
})

test('an open screen that ends is lost; one that is closed on purpose is not', async () => {
  const { link, openScreen, statuses } = startLink()
  await link.open()
  const first = openScreen()
  await reaches(link, 'open')
  first.close()
  await reaches(link, 'lost')
  await link.open()
  const second = openScreen()
  await reaches(link, 'open')
  link.close()
  await vi.waitFor(() => expect(second.end).toHaveBeenCalled(), 10_000)
  expect(statuses).toEqual(['opening', 'open', 'lost', 'opening', 'open', 'closed'])
})

test('a hidden screen counts as lost until it is seen again', async () => {
  const { link, openScreen } = startLink()
  await link.open()
  openScreen()
  await reaches(link, 'open')
  const show = (hidden: boolean) => {
    Object.assign(document, { hidden })
    document.dispatchEvent(new Event('visibilitychange'))
  }
  show(true)
  await reaches(link, 'lost')
  show(false)
  await reaches(link, 'open')
})

test('the screen ends with the recorder', async () => {
  const { link, openScreen } = startLink()
  await link.open()
  const { end } = openScreen()
  await reaches(link, 'open')
  link.dispose()
  await vi.waitFor(() => expect(end).toHaveBeenCalled(), 10_000)
})
