// @module-tag long
import { expect, test } from 'vitest'
import { findItem, isOfTwo } from './spoken-items.ts'
import { enter, openView, views } from './views.ts'

test('corrects who speaks with the keyboard and by dragging, and goes back to the computed track', async () => {
  const { ask, result, url, page: address } = await findItem('DEMO-004', isOfTwo)
  const computed = result.data.speakers!.segments
  const { page, t, look } = await openView(views[0])
  await enter(page, t)
  await page.goto(address)
  const open = page.getByRole('button', { name: t('analysis__speakers__correct') })
  await open.click({ timeout: 60_000 })
  const track = page.getByRole('group', { name: t('workbench__track__list') })
  const current = track.locator('[data-current]')
  await current.waitFor()
  await current.focus()
  const keys = page.keyboard
  await keys.press('3')
  await keys.press('s')
  await keys.press('2')
  await keys.press('Shift+ArrowRight')
  const end = page.locator('[data-edge=end]')
  await page.getByTestId('sound-stage').scrollIntoViewIfNeeded()
  await end.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  const box = (await end.boundingBox())!
  await page.mouse.move(box.x + box.width / 2, box.y + 60)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width / 2 - 4, box.y + 60, { steps: 3 })
  await page.mouse.up()
  await look('speakers')

  // The drag left the focus on the segment.
  await keys.press('Control+Enter')
  await page.getByRole('button', { name: t('analysis__speakers__back') }).waitFor()
  const [version] = (await ask('GET', `${url}speakers/`)) as unknown as { segments: { end_s: number }[] }[]
  expect(version!.segments.length).toBe(computed.length + 1)
  expect(version!.segments.slice(0, 2)).toMatchObject([{ speaker: 'other' }, { speaker: 'examiner' }])
  expect(version!.segments[1]!.end_s).toBeLessThan((computed[0] as { end_s: number }).end_s)
  await page.getByText(t('analysis__changes__speakers_title', { version: 1 })).waitFor({ timeout: 120_000 })
  await look('speakers-saved')

  await page.getByRole('button', { name: t('analysis__speakers__back') }).click()
  await page.getByText(t('analysis__changes__speakers_title', { version: 2 })).waitFor({ timeout: 120_000 })
  const back = await findItem('DEMO-004', isOfTwo)
  expect(back.result.data.speakers!.segments).toEqual(computed)
}, 600_000)
