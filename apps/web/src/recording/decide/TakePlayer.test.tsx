import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { show } from '../../testing/show.tsx'
import { TakePlayer } from './TakePlayer.tsx'

// jsdom has no media: an element that only says whether it plays.
beforeEach(() => {
  const media = HTMLMediaElement.prototype
  vi.spyOn(media, 'load').mockImplementation(() => {})
  const playing = new WeakSet<HTMLMediaElement>()
  vi.spyOn(media, 'paused', 'get').mockImplementation(function (this: HTMLMediaElement) {
    return !playing.has(this)
  })
  vi.spyOn(media, 'play').mockImplementation(function (this: HTMLMediaElement) {
    playing.add(this)
    this.dispatchEvent(new Event('play'))
    return Promise.resolve()
  })
  vi.spyOn(media, 'pause').mockImplementation(function (this: HTMLMediaElement) {
    playing.delete(this)
    this.dispatchEvent(new Event('pause'))
  })
  Object.assign(URL, { createObjectURL: () => 'blob:take', revokeObjectURL: () => {} })
  return () => vi.restoreAllMocks()
})

const sound = { wav: new Uint8Array(44), peaks: new Float32Array(4), durationSeconds: 3 }

const ignore = () => {}

function Take() {
  const [isPatientMode, setPatientMode] = useState(false)
  return (
    <>
      <TakePlayer
        sound={sound}
        marks={[]}
        name="Vocal"
        isBehind={false}
        isPatientMode={isPatientMode}
        onPlayer={ignore}
      />
      <button type="button" onClick={() => setPatientMode(true)}>
        to patient mode
      </button>
    </>
  )
}

const space = () => fireEvent.keyDown(document.body, { key: ' ', code: 'Space' })
const toPatientMode = () => fireEvent.click(screen.getByText('to patient mode'))
const draw = () => show(<Take />, { areas: ['responses'], answers: {} })

test('space plays the take to the examiner, and patient mode stops it', async () => {
  await draw()
  space()
  expect(HTMLMediaElement.prototype.play).toHaveBeenCalledTimes(1)
  expect(HTMLMediaElement.prototype.pause).not.toHaveBeenCalled()
  toPatientMode()
  expect(HTMLMediaElement.prototype.pause).toHaveBeenCalledTimes(1)
})

test('in patient mode, space does not play the take to the participant', async () => {
  await draw()
  toPatientMode()
  space()
  expect(HTMLMediaElement.prototype.play).not.toHaveBeenCalled()
})
