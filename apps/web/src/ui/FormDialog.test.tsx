import { MantineProvider, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import type { ReactElement } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { FormDialog } from './FormDialog.tsx'

function Visit({ focused }: { focused?: 'place' }) {
  const form = useForm({ initialValues: { date: '', place: '' } })
  return (
    <FormDialog title="Visit" form={form} send={async () => {}} onSaved={() => {}} onClose={() => {}} {...texts}>
      <TextInput label="Date" {...form.getInputProps('date')} />
      <TextInput label="Place" {...form.getInputProps('place')} data-autofocus={focused === 'place' || undefined} />
    </FormDialog>
  )
}
const texts = { cancelText: 'Cancel', saveText: 'Save' }

const show = (element: ReactElement) =>
  render(
    <MantineProvider>
      <QueryClientProvider client={new QueryClient()}>
        <RouterProvider router={createMemoryRouter([{ path: '/', element }])} />
      </QueryClientProvider>
    </MantineProvider>,
  )

test('a form in a dialog has the focus in its first field', async () => {
  show(<Visit />)
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Date')))
})

test('a form in a dialog may name another field for the focus', async () => {
  show(<Visit focused="place" />)
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Place')))
})
