import { expect, inject, test } from 'vitest'
import { createAccount } from './clinic-api.ts'
import { demoPassword } from './start-server.ts'
import { enter, openView, views } from './views.ts'

const count = 1050

/** Registers participants of an examiner from a file, as the page does. */
async function importParticipants(email: string, series: string) {
  const api = `${inject('baseUrl')}/api/user`
  const signIn = await fetch(`${api}/api/token/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: demoPassword }),
  })
  const { access } = (await signIn.json()) as { access: string }
  const lines = Array.from({ length: count }, (_, i) => {
    const name = i % 2 === 0 ? 'Núñez,Lucía' : 'Ibáñez,Tomás'
    return `${series}-${String(i + 1).padStart(4, '0')},es-AR,${name}`
  })
  const file = new FormData()
  file.append('file', new File([['code,locale,last_name,first_name', ...lines].join('\n')], 'people.csv'))
  const headers = { authorization: `Bearer ${access}` }
  const answer = await fetch(`${api}/participants/import/`, { method: 'POST', headers, body: file })
  expect(answer.status).toBe(201)
}

test.each(views)('with many participants, home reads one page and the server searches ($language)', async (view) => {
  const { email } = await createAccount(`Muchos${view.language}`)
  await importParticipants(email, view.language)
  const { page, t, look } = await openView(view)
  const bytes = new Map<string, number>()
  page.on('response', async (answer) => {
    const path = new URL(answer.url()).pathname
    if (path.startsWith('/api/user/participants/'))
      bytes.set(path, (bytes.get(path) ?? 0) + (await answer.body().catch(() => Buffer.alloc(0))).length)
  })
  await enter(page, t, email)
  const list = page.getByRole('main')
  await list.getByText(/^1 .+ 20 .+ 1[.,]?050$/).waitFor()
  expect([...bytes.keys()]).toEqual(['/api/user/participants/search/'])
  expect([...bytes.values()][0]).toBeLessThan(50_000)
  await look('many-home')

  await list.getByRole('button', { name: t('base__pager__page', { page: 3 }) }).click()
  await list.getByText(/^41 .+ 60 /).waitFor()
  await list.getByRole('searchbox').fill('nunez')
  await list.getByText(t('participants__list__more', { formatted: '425' })).waitFor()
  await look('many-search')
  await list.getByRole('searchbox').fill('0417')
  const code = `${view.language}-0417`
  await list.getByRole('link', { name: code }).first().click()
  await page.getByRole('heading', { name: code }).waitFor()
  expect(bytes.has('/api/user/participants/')).toBe(false)
  await look('many-participant')

  await page.getByRole('search').getByRole('button').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('searchbox').fill('0418')
  await dialog.getByRole('option').first().click()
  await page.getByRole('heading', { name: `${view.language}-0418` }).waitFor()
  expect(bytes.has('/api/user/participants/')).toBe(false)
})
