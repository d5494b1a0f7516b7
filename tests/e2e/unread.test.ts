import { expect, inject, test } from 'vitest'
import { toneWav } from '../../apps/server/testing/recordings.ts'
import { createAccount } from './clinic-api.ts'
import { button, passMicrophone } from './recording-steps.ts'
import { demoPassword } from './start-server.ts'
import { openView, submitSignIn, type View, views } from './views.ts'

type Item = { id: string; skippable: boolean; min_duration: number }
type Session = { id: string; comment: string | null; protocol: { items: Item[] } }
type Protocol = { id: string; item_count: number; is_practice: boolean; locale: { code: string } }

/** Sends recordings as a user whose password is that of the demonstration. */
async function uploadAs(email: string) {
  const post = async (url: string, init: RequestInit) => {
    const answer = await fetch(`${inject('baseUrl')}/api/${url}`, { method: 'POST', ...init })
    if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`)
    return answer.json()
  }
  const headers = { 'content-type': 'application/json' }
  const { access } = await post('user/api/token/', { headers, body: JSON.stringify({ email, password: demoPassword }) })
  return async (url: string, wav: Buffer) => {
    const body = new FormData()
    body.set('speech', new Blob([new Uint8Array(wav)]), 'item.wav')
    await post(url, { headers: { authorization: `Bearer ${access}` }, body })
  }
}

/** An examiner with a commented session, and the page of a user who may record for them but not read results. */
async function prepare(view: View) {
  const unique = `${Date.now()}`
  const examiner = await createAccount(`Titular${unique}`)
  const helper = await createAccount(`Suplente${unique}`, { isExaminer: false })
  const { owner } = helper
  const protocols = (await owner('GET', 'protocols/organization/')) as unknown as Protocol[]
  const short = protocols.find(
    ({ item_count, is_practice, locale }) => item_count === 4 && !is_practice && locale.code === 'es-ES',
  )!
  await owner('PATCH', `organizations/examiners/${examiner.examinerId}/`, { protocols: [short.id] })
  const grant = { examiner_id: examiner.examinerId, mode: 'recording' }
  await owner('PATCH', `organizations/impersonification/${helper.id}/`, [grant])
  const { ask, locale } = examiner
  const { id } = await ask('POST', 'user/participants/', { code: `MODO-${unique}`, locale, first_name: 'Zoe' })
  const session = (await ask('POST', `protocols/responses/${id}/`, { protocol_id: short.id })) as Session
  const path = `protocols/responses/${id}/${session.id}/`
  await ask('PATCH', path, { comment: 'Sospecha de disartria' })

  const { page, t, look } = await openView(view)
  await submitSignIn(page, t, helper.email)
  await page.getByRole('button', { name: t('impersonation__mode__recording') }).click()
  await page.getByRole('button', { name: t('home__tutorial__skip'), exact: true }).click()
  const readComment = async () => ((await ask('GET', path)) as Session).comment
  const upload = await uploadAs(examiner.email)
  return { ask, upload, page, t, look, session, path, participantId: id as string, readComment }
}

test.for(views)('a user who may record but not read adds to a hidden comment, in $language', async (view) => {
  const { page, t, look, participantId, readComment } = await prepare(view)
  await page.goto(`/dashboard/participant/${participantId}/`)
  await page.getByRole('button', { name: t('participants__activity__comment_label').split(' ')[0]! }).click()
  const dialog = page.getByRole('dialog', { name: t('participants__activity__comment') })
  const text = dialog.getByLabel(t('participants__comment__label'))
  expect(await text.inputValue()).toBe('')
  expect(await page.getByText('Sospecha').count()).toBe(0)
  await look('comment-not-shown')
  await text.fill('Ruido en el pasillo')
  await dialog.getByRole('button', { name: t('participants__comment__save') }).click()
  await page.getByText(t('participants__comment__saved')).waitFor()
  expect(await page.getByText('Ruido').count()).toBe(0)
  await look('activity-without-comments')
  expect(await readComment()).toBe('Sospecha de disartria\nRuido en el pasillo')
})

test('a user who may record but not read ends a session that another user began', async () => {
  const { ask, upload, page, t, look, session, path, participantId, readComment } = await prepare(views[0])
  const { items } = session.protocol
  const left = items.find(({ skippable }) => skippable)!
  for (const item of items.filter(({ id }) => id !== left.id)) {
    if (item.skippable) await ask('POST', `${path}item/${item.id}/`, { skipped_purpose: 'fatigue' })
    else await upload(`${path}item/${item.id}/`, toneWav(item.min_duration + 1))
  }
  await page.goto(`/dashboard/participant/protocol/resume/${participantId}/${session.id}/`)
  await passMicrophone(page)
  await button(page, t('responses__record__skip')).click()
  await page.getByLabel(t('responses__record__skip_fatigue')).check()
  await button(page, t('responses__record__skip_submit')).click()
  const comment = page.getByLabel(t('responses__record__end_comment'))
  expect(await comment.inputValue()).toBe('')
  await look('end-of-a-session-not-read')
  await comment.fill('Ruido en el pasillo')
  const submit = page.getByRole('dialog').getByRole('button', { name: t('responses__record__end_submit') })
  await submit.click()
  await page.waitForURL(`**/dashboard/participant/${participantId}/`)
  await page.getByText(t('responses__list__completed'), { exact: true }).filter({ visible: true }).waitFor()
  expect(await readComment()).toBe('Sospecha de disartria\nRuido en el pasillo')
  await page.goto(`/dashboard/participant/protocol/resume/${participantId}/${session.id}/`)
  await page.getByText(t('responses__record__already_complete')).waitFor()
  expect(await page.getByRole('link', { name: t('responses__record__see_result') }).count()).toBe(0)
})
