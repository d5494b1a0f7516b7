import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { Dialog } from './Dialog.tsx'

/** The dialog is in the page only while it is open, as most are. */
function Page({ returnFocus = true }) {
  const [isOpen, setOpen] = useState(false)
  const open = () => setOpen(true)
  return (
    <>
      <button type="button" onClick={open}>
        Plan
      </button>
      <button id="more" type="button">
        More
      </button>
      {!isOpen && (
        <div role="menu" aria-labelledby="more">
          <button type="button" role="menuitem" onClick={open}>
            Archive
          </button>
        </div>
      )}
      {isOpen && (
        <Dialog opened title="Visit" returnFocus={returnFocus} onClose={() => setOpen(false)}>
          <input data-autofocus aria-label="Date" />
        </Dialog>
      )}
    </>
  )
}

const showPage = (props = {}) =>
  render(
    <MantineProvider>
      <Page {...props} />
    </MantineProvider>,
  )
const button = (name: string) => screen.getByRole('button', { name })

async function openAndClose() {
  const field = await screen.findByLabelText('Date')
  await waitFor(() => expect(document.activeElement).toBe(field))
  fireEvent.keyDown(field, { key: 'Escape' })
  await waitFor(() => expect(screen.queryByLabelText('Date')).toBeNull())
}

test('a closed dialog gives the focus back to the button that opened it', async () => {
  showPage()
  button('Plan').focus()
  fireEvent.click(button('Plan'))
  await openAndClose()
  expect(document.activeElement).toBe(button('Plan'))
})

test('a dialog of a menu gives the focus back to the button of the menu', async () => {
  showPage()
  const entry = screen.getByRole('menuitem', { name: 'Archive' })
  entry.focus()
  fireEvent.click(entry)
  await openAndClose()
  expect(document.activeElement).toBe(button('More'))
})

test('a dialog that was never open moves no focus when its page leaves', () => {
  const { rerender } = render(<button type="button">Before</button>)
  const pageWith = (dialog: boolean) => (
    <MantineProvider>
      <button type="button">Menu</button>
      {dialog && (
        <Dialog opened={false} title="Visit" onClose={() => {}}>
          Text
        </Dialog>
      )}
    </MantineProvider>
  )
  rerender(pageWith(false))
  button('Menu').focus()
  rerender(pageWith(true))
  button('Menu').blur()
  rerender(pageWith(false))
  expect(document.activeElement).toBe(document.body)
})

test('a dialog after which the page sets the focus itself leaves it alone', async () => {
  showPage({ returnFocus: false })
  button('Plan').focus()
  fireEvent.click(button('Plan'))
  await openAndClose()
  expect(document.activeElement).toBe(document.body)
})
