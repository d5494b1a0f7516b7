import { fireEvent, screen } from '@testing-library/react'
import { useLocation } from 'react-router'
import { expect, test } from 'vitest'
import { show } from '../testing/show.tsx'
import { useHelpKey } from '../ui/useHelpKey.ts'

function Page() {
  useHelpKey()
  return (
    <>
      <output>{useLocation().pathname}</output>
      <input aria-label="field" />
    </>
  )
}
const shown = () => document.querySelector('output')!.textContent
const press = (target: Element) => fireEvent.keyDown(target, { key: '?' })

test('? opens the help, but not while somebody types', async () => {
  await show(<Page />, { answers: {}, address: '/dashboard/' })
  press(screen.getByLabelText('field'))
  expect(shown()).toBe('/dashboard/')
  press(document.body)
  await screen.findByText('/help/')
})

test('in the recorder, ? belongs to the recorder', async () => {
  const address = '/dashboard/participant/protocol/1/'
  await show(<Page />, { answers: {}, address })
  press(document.body)
  expect(shown()).toBe(address)
})
