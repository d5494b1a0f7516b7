import { expect, test } from 'vitest'
import { isOnlyStimulus } from './patient-mode.ts'

type Given = Partial<Parameters<typeof isOnlyStimulus>[0] & Omit<Parameters<typeof isOnlyStimulus>[1], 'recording'>> & {
  status?: 'ready' | 'recording' | 'stopping'
}

const shown = ({ isPatientMode = true, isHeldUp = false, status = 'ready', ...flow }: Given = {}) =>
  isOnlyStimulus(
    { isPatientMode, isHeldUp },
    {
      recording: { status } as Parameters<typeof isOnlyStimulus>[1]['recording'],
      space: 'enough',
      recorded: 'nothing',
      dialog: null,
      ...flow,
    },
  )

test('patient mode leaves for what the examiner must read, and never while somebody is recorded', () => {
  expect(shown()).toBe(true)
  expect(shown({ isPatientMode: false, status: 'recording' })).toBe(false)
  for (const given of [{ isHeldUp: true }, { space: 'full' }, { recorded: 'interrupted' }] satisfies Given[]) {
    expect(shown(given)).toBe(false)
    expect(shown({ ...given, status: 'recording' })).toBe(true)
    expect(shown({ ...given, status: 'stopping' })).toBe(true)
  }
})

test('after the last item, even one closed without its interrupted take, the participant sees the thanks', () => {
  expect(shown({ recorded: 'interrupted', dialog: 'end' })).toBe(true)
  // The summary takes their place where patient mode cannot be shown.
  expect(shown({ recorded: 'whole', dialog: 'end', isHeldUp: true })).toBe(false)
})
