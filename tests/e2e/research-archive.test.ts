import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { unzip } from '../../apps/server/testing/archives.ts'
import { signInByApi } from './clinic-api.ts'
import { startSession } from './session-by-api.ts'
import { openView, submitSignIn, views } from './views.ts'

test.for(views)(
  'a manager orders an archive for research, downloads it and reads its README: $language',
  async (view) => {
    const { participantId, send, measured } = await startSession()
    await send(1, 4, { take: '1' })
    await measured()
    const examiner = await signInByApi('examiner@demo.example')
    await examiner('PATCH', `user/participants/${participantId}/consent/`, { consent_research: true })
    const { page, t, look } = await openView(view)
    await submitSignIn(page, t, 'owner@demo.example')
    await page.goto('/admin/data/')
    const takeouts = page.getByRole('region', { name: t('takeouts__card__title') })
    const form = takeouts.locator('form')
    await form.getByText(t('takeouts__form__research'), { exact: true }).click()
    await form.getByLabel(t('takeouts__form__format')).selectOption('flac')
    await form.getByLabel(t('takeouts__form__author')).fill('Instituto del Habla')
    await form.getByText(t('takeouts__form__groups_about')).waitFor()
    const order = form.getByRole('button', { name: t('takeouts__form__order') })
    // There is one a day: the second language finds what the first ordered.
    const isDone = form.getByText(t('takeouts__form__done_today'))
    if (await order.isEnabled()) await look('research-order')
    if (await order.isEnabled()) await order.click()
    await isDone.waitFor()
    await look('research-ordered')

    const row = takeouts
      .getByRole('row')
      .filter({ hasText: t('takeouts__content__research') })
      .first()
    // The list updates itself every 30 seconds; reloading the page is faster.
    await expect
      .poll(
        async () => {
          await page.reload()
          await row.waitFor()
          return row.getByRole('button', { name: t('takeouts__list__download') }).count()
        },
        { timeout: 120_000, interval: 1000 },
      )
      .toBe(1)
    await look('research-ready')
    const coming = page.waitForEvent('download')
    await row.getByRole('button').click()
    const members = await unzip(await readFile(await (await coming).path()))
    const readme = members.get('README.md')!.toString()
    expect(readme).toMatch(/^# Speech assessments of Instituto del Habla\n\n[1-9]\d* participants?, /)
    expect(readme).toContain('## Small groups')
    const people = members.get('participants.tsv')!.toString().trimEnd().split('\n').length - 1
    expect(readme).toContain(`${people} participant`)
    const recordings = [...members.keys()].filter((name) => name.endsWith('_audio.flac'))
    expect(recordings.length).toBeGreaterThan(0)
    for (const name of recordings) expect(members.get(name)!.subarray(0, 4).toString()).toBe('fLaC')
  },
)
