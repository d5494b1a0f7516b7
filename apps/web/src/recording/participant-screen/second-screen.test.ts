import { expect, test, vi } from 'vitest'
import { secondScreen, windowFeatures } from './second-screen.ts'

const place = (availLeft: number) => ({ availLeft, availTop: 0, availWidth: 1920, availHeight: 1040 })
const [own, other] = [place(0), place(1920)]

test('finds the screen on which the recorder is not', async () => {
  const getScreenDetails = async () => ({ currentScreen: own, screens: [own, other] })
  expect(await secondScreen({ screen: { isExtended: true }, getScreenDetails })).toBe(other)
  expect(windowFeatures(other)).toBe('popup,fullscreen,left=1920,top=0,width=1920,height=1040')
})

test('asks for no permission with one screen', async () => {
  const getScreenDetails = vi.fn(async () => ({ currentScreen: own, screens: [own] }))
  expect(await secondScreen({ screen: { isExtended: false }, getScreenDetails })).toBeUndefined()
  expect(getScreenDetails).not.toHaveBeenCalled()
})

test('opens a plain window when the user refuses, and in a browser without the API', async () => {
  const getScreenDetails = () => Promise.reject(new DOMException('refused', 'NotAllowedError'))
  expect(await secondScreen({ screen: { isExtended: true }, getScreenDetails })).toBeUndefined()
  expect(await secondScreen({ screen: {} })).toBeUndefined()
  expect(windowFeatures(undefined)).toBe('popup,width=1024,height=768')
})
