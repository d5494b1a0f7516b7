import { writeWav16 } from '@fonema/speech'
import { expect, inject, test } from 'vitest'
import { join, resonantVowel, silence } from '../../packages/speech/src/test-signals.ts'
import { openPage, phone, requireAccessible, signIn, spanish } from './browser.ts'
import { signInByApi } from './clinic-api.ts'
import { demoPassword } from './start-server.ts'

const rate = 16_000
const formants = { a: [730, 1090], i: [270, 2290], u: [300, 870] } as const

const vowelWav = ([f1, f2]: readonly [number, number]) => {
  const second = resonantVowel(rate, 120, [f1, f2, 2600, 3500, 4500], 80)
  const samples = join(silence(rate, 0.6), second, second, second, silence(rate, 0.6))
  const rounded = Int16Array.from(samples, (sample) => Math.round(32_000 * sample))
  return new Blob([new Uint8Array(writeWav16(rounded, rate))], { type: 'audio/wav' })
}

test('three recorded vowels give a vowel space with its chart and its card', async () => {
  const ask = await signInByApi('examiner@demo.example')
  const protocols = (await ask('GET', 'protocols/examiner/')) as unknown as {
    id: string
    name: string
    locale: { id: string }
  }[]
  const protocol = protocols.find(({ name }) => name === 'Tres vocales')!
  const { id } = await ask('POST', 'user/participants/', { code: 'VOWELS-1', locale: protocol.locale.id })
  const sessions = `protocols/responses/${id}/`
  const session = (await ask('POST', sessions, { protocol_id: protocol.id })) as unknown as {
    id: string
    protocol: { items: { id: string }[] }
  }
  const signedIn = await fetch(`${inject('baseUrl')}/api/user/api/token/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'examiner@demo.example', password: demoPassword }),
  })
  const { access } = (await signedIn.json()) as { access: string }
  for (const [place, vowel] of (['a', 'i', 'u'] as const).entries()) {
    const body = new FormData()
    body.set('take', '1')
    body.set('speech', vowelWav(formants[vowel]), 'item.wav')
    const url = `${inject('baseUrl')}/api/${sessions}${session.id}/item/${session.protocol.items[place]!.id}/`
    const answer = await fetch(url, { method: 'POST', headers: { authorization: `Bearer ${access}` }, body })
    expect(answer.ok, await answer.text()).toBe(true)
  }
  const page = await openPage({ context: spanish })
  await signIn(page)
  await page.goto(`/dashboard/participant/protocol_result/${id}/${session.id}/`)
  const space = page.locator('[data-index="vowel_space"]').first()
  await space.getByRole('img', { name: 'Las tres vocales' }).waitFor({ timeout: 300_000 })
  expect(await space.textContent()).toContain('no hay una referencia')
  await requireAccessible(page)

  await space.locator('[data-measure="fcr"]').click()
  await page.getByRole('dialog').getByText('Sapir').first().waitFor({ timeout: 60_000 })
  await requireAccessible(page)
  await page.keyboard.press('Escape')

  await page.setViewportSize(phone)
  await space.scrollIntoViewIfNeeded()
  const isTooWide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
  expect(isTooWide).toBe(false)
  await requireAccessible(page)
})
