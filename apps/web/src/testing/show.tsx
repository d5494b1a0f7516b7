import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import type { ReactElement } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { vi } from 'vitest'
import type { CallKey } from '../api/call.ts'
import { type CurrentUser, CurrentUserContext } from '../api/current-user.ts'
import { createQueryClient } from '../api/query.ts'
import type { Area } from '../texts/tables.ts'
import { initTexts, loadTexts } from '../ui/i18n.ts'
import { theme } from '../ui/theme.ts'

/** A fake server answer: a status with its body, or no answer at all. A promise is a delayed answer. */
type Answer = { status?: number; body: unknown } | 'unreachable'
export type Answers = Partial<Record<CallKey | 'GET /health', Answer | Promise<Answer>>>
type Sent = { key: string; body: unknown }

let texts: Promise<void> | undefined

type Surroundings = {
  user?: CurrentUser
  areas?: Area[]
  answers: Answers
  /** The route of a page, and the address that opened it. */
  path?: string
  address?: string
}

/**
 * Renders a component as the application does, in Spanish, with a fake server that gives these answers. A test may change
 * them later.
 */
export async function show(
  element: ReactElement,
  { user, areas = [], answers, path: route = '*', address = '/' }: Surroundings,
): Promise<{ sent: Sent[]; answers: Answers }> {
  texts ??= initTexts()
  await texts
  await loadTexts('base', ...areas)
  const sent: Sent[] = []
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit) => {
    const path = url.replace(/^\/api/, '').replace(/\?.*/, '')
    const key = Object.keys(answers).find((each) => matches(each, `${method} ${path}`))
    if (key === undefined) throw new Error(`${method} ${path} has no answer in this test`)
    sent.push({ key, body: typeof body === 'string' ? JSON.parse(body) : formValues(body) })
    const answer = await answers[key as CallKey]!
    if (answer === 'unreachable') throw new TypeError('Failed to fetch')
    if (answer.status === 204) return new Response(null, { status: 204 })
    return Response.json(answer.body, { status: answer.status ?? 200 })
  })
  const router = createMemoryRouter([{ path: route, element }], { initialEntries: [address] })
  render(
    <MantineProvider theme={theme} env="test">
      <QueryClientProvider client={createQueryClient(() => {})}>
        <Notifications />
        <CurrentUserContext value={user ?? null}>
          <RouterProvider router={router} />
        </CurrentUserContext>
      </QueryClientProvider>
    </MantineProvider>,
  )
  return { sent, answers }
}

const formValues = (body: unknown) => (body instanceof FormData ? Object.fromEntries(body) : null)

const matches = (key: string, call: string) => new RegExp(`^${key.replace(/\{\w+\}/g, '[^/]+')}$`).test(call)
