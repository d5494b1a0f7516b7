import type { Locator, Page } from 'playwright'
import { expect, test } from 'vitest'
import { signInByApi } from './clinic-api.ts'
import { enter, openView, views } from './views.ts'

type Word = { text: string; start: number | null; speaker?: string; marks?: string[] }
type Answered = {
  protocol_item: { id: string; order: number }
  feature_extraction_res: { data: { engine?: string; words?: Word[] } }[]
}

/** A participant of its own for each language, whom no other journey changes: a recogniser wrote timed words. */
const participants = { es: 'DEMO-009', en: 'DEMO-012' }

/** The item of a session whose words a recogniser wrote, once it has written them. */
async function recognisedItem(code: string) {
  const ask = await signInByApi('examiner@demo.example')
  const people = (await ask('GET', `user/participants/?search=${code}`)) as unknown as { id: string; code: string }[]
  const participant = people.find((each) => each.code === code)!.id
  const sessions = (await ask('GET', `protocols/responses/${participant}/`)) as unknown as { id: string }[]
  const find = async () => {
    for (const { id } of sessions) {
      const url = `protocols/responses/${participant}/${id}`
      const { responses } = (await ask('GET', `${url}/?distributions=false`)) as unknown as { responses: Answered[] }
      for (const { protocol_item, feature_extraction_res } of responses) {
        const results = feature_extraction_res.filter(({ data }) => data.engine === 'sherpa')
        const words = results.find(({ data }) => data.words !== undefined)?.data.words ?? []
        if (words.length >= 8)
          return {
            words,
            transcript: `${url}/item/${protocol_item.id}/transcript/`,
            page: `/dashboard/participant/protocol_result/${participant}/${id}/?item=${protocol_item.order}`,
          }
      }
    }
    return undefined
  }
  await expect.poll(find, { timeout: 300_000, interval: 5000 }).toBeDefined()
  return { ask, ...(await find())! }
}

/** Moves the focus as the keyboard does. */
async function tabTo(page: Page, target: Locator) {
  for (let i = 0; i < 200; i++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error('Tab does not lead there')
}

test.each(views)(
  'corrects a transcript with the keyboard alone, in $language',
  async ({ language, size }) => {
    const { ask, words, transcript, page: address } = await recognisedItem(participants[language])
    const { page, t, look } = await openView({ language, size })
    await enter(page, t)
    await page.goto(address)
    const keys = page.keyboard
    const open = page.getByRole('button', { name: t('analysis__transcript__by_word'), exact: true })
    const list = page.getByRole('group', { name: t('analysis__transcript__words') })
    const current = list.locator('[data-current]')
    /** The current word without its notes. */
    const word = () => current.locator('> span').first().innerText()
    const begin = async () => {
      await open.waitFor({ timeout: 60_000 })
      await tabTo(page, open)
      await keys.press('Enter')
      await current.waitFor()
      await expect.poll(() => current.evaluate((element) => element === document.activeElement)).toBe(true)
    }
    await begin()
    expect(await word()).toBe(words[0]!.text)
    await page.getByRole('img', { name: t('workbench__speakers') }).waitFor()

    // A word of the examiner, a filled pause with a name, two words in place of one.
    await keys.press('2')
    await keys.press('ArrowRight')
    await keys.press('4')
    await keys.press('9')
    await keys.press('ArrowRight')
    await keys.type('hola mundo')
    await keys.press('Enter')
    expect(await word()).toBe(words[3]!.text)
    await keys.press('Backspace')
    expect(await word()).toBe(`mundo${words[3]!.text}`)
    const lastEdit = await page.evaluate(() => Date.now())
    await keys.press('Control+z')
    await keys.press('?')
    await page.getByRole('region', { name: t('workbench__act__help') }).waitFor()
    await look('workbench')
    await keys.press('?')

    // The sound obeys too.
    const audio = page.locator('audio')
    const playing = () => audio.evaluate((element: HTMLAudioElement) => !element.paused)
    await keys.press('<')
    expect(await audio.evaluate((element: HTMLAudioElement) => element.playbackRate)).toBe(0.75)
    // On a busy machine the recording could end before the next key, which would then start it again.
    await audio.evaluate((element: HTMLAudioElement) => {
      element.loop = true
    })
    await keys.press('ArrowUp')
    await expect.poll(playing).toBe(true)
    await keys.press(' ')
    await expect.poll(playing).toBe(false)

    // Another visit finds the work where it was.
    await page.getByText(t('workbench__place', { place: 5, total: words.length + 1 })).waitFor()
    const draftSavedAt = () =>
      page.evaluate(() => {
        const [, draft = ''] = Object.entries(localStorage).find(([key]) => key.includes('.workbench.')) ?? []
        return Number(draft.split('.')[1])
      })
    await expect.poll(draftSavedAt).toBeGreaterThanOrEqual(lastEdit)
    await page.reload()
    await begin()
    await page.getByText(t('base__draft__restored')).waitFor()
    await expect.poll(() => list.locator('[data-place="2"]').innerText()).toBe('hola')

    await keys.press('Control+Enter')
    await page.getByText(t('analysis__changes__title', { version: 2 })).waitFor()
    await expect.poll(() => open.evaluate((button) => button === document.activeElement)).toBe(true)
    await look('workbench-saved')
    const [newest] = (await ask('GET', transcript)) as unknown as { version: number; words: Word[] }[]
    expect(newest!.words.slice(0, 4)).toEqual([
      { ...words[0], speaker: 'examiner' },
      { ...words[1], marks: ['filler', 'name'] },
      expect.objectContaining({ text: 'hola', start: words[2]!.start }),
      expect.objectContaining({ text: 'mundo' }),
    ])

    // Somebody else saves meanwhile: the work stays, and says why.
    await keys.press('Enter')
    await current.waitFor()
    await ask('POST', transcript, { text: 'otra cosa', based_on: 2 })
    await keys.press('Delete')
    await keys.press('Control+Enter')
    await page.getByText(t('workbench__conflict')).waitFor()
    await look('workbench-conflict')
  },
  400_000,
)
