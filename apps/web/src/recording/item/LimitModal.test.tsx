import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { show } from '../../testing/show.tsx'
import { settleMs } from '../useSettled.ts'
import { LimitModal } from './LimitModal.tsx'

afterEach(() => void vi.useRealTimers())

test('a press that was meant for Stop does not close the message of the limit unread', async () => {
  const onClose = vi.fn()
  vi.useFakeTimers({ shouldAdvanceTime: false, toFake: ['setTimeout', 'clearTimeout'] })
  await show(<LimitModal opened seconds={30} onClose={onClose} />, { areas: ['responses'], answers: {} })
  act(() => void vi.advanceTimersByTime(settleMs - 1))
  const button = screen.getByRole('button', { name: 'Entendido' })
  fireEvent.click(button)
  expect(onClose).not.toHaveBeenCalled()
  act(() => void vi.advanceTimersByTime(1))
  fireEvent.click(button)
  expect(onClose).toHaveBeenCalledTimes(1)
})
