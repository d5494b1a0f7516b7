// @module-tag long
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { typedSentence } from './spoken-items.ts'
import { enter, openView, views } from './views.ts'

const bomb = `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "x">]><ANNOTATION_DOCUMENT>&b;</ANNOTATION_DOCUMENT>`

test.each(views)(
  'downloads a transcript in every format, imports one back, and refuses hostile and broken files, in $language',
  async ({ language, size }) => {
    const { versions, type, page: address } = await typedSentence()
    await type('hoy llegan el 12/03/1978 dos barcos grandes')
    const [before, ...older] = await versions()
    // A refused file answers 400, which the browser logs.
    const { page, t, look } = await openView({ language, size }, { expected: [/status of 400/] })
    await enter(page, t)
    await page.goto(address)
    const menu = async (item: string) => {
      await page.getByRole('button', { name: t('analysis__transcript__files') }).click({ timeout: 60_000 })
      await page.getByRole('menuitem', { name: t(item) }).click()
    }

    await menu('analysis__transcript__download')
    const dialog = page.getByRole('dialog', { name: t('transcript_files__download__title') })
    await dialog.getByLabel(t('transcript_files__download__format')).waitFor()
    await look('transcript-download')
    const download = async (name: string) => {
      const coming = page.waitForEvent('download')
      await dialog.getByRole('button', { name: t(name), exact: true }).click()
      const file = await coming
      return { name: file.suggestedFilename(), bytes: await readFile((await file.path())!) }
    }
    const files = new Map<string, Buffer>()
    for (const [format, ending, first] of [
      ['textgrid', 'TextGrid', 'File type'],
      ['eaf', 'eaf', '<?xml'],
      ['chat', 'cha', '@UTF8'],
      ['vtt', 'vtt', 'WEBVTT'],
      ['json', 'json', '{'],
    ] as const) {
      await dialog.getByLabel(t('transcript_files__download__format')).selectOption(format)
      await dialog.getByText(t(`transcript_files__holds__${format}`)).waitFor()
      const { name, bytes } = await download('transcript_files__download__transcript')
      expect(name).toBe(`${t('transcript_files__name')}.${ending}`)
      expect([format, bytes.toString().startsWith(first)]).toEqual([format, true])
      files.set(format, bytes)
    }

    // Without names: the words are listed first, and the recording is silent there.
    await dialog.getByLabel(t('transcript_files__hide__label')).check()
    await dialog.getByText(t('transcript_files__hide__check')).waitFor()
    await look('transcript-hidden')
    const silent = await download('transcript_files__download__recording')
    expect(silent.name).toBe(`${t('transcript_files__recording')}.deidentified.wav`)
    expect(silent.bytes.subarray(0, 4).toString()).toBe('RIFF')
    expect((await download('transcript_files__download__transcript')).name).toContain('.deidentified.')
    await page.keyboard.press('Escape')

    await menu('analysis__transcript__import')
    const importing = page.getByRole('dialog', { name: t('transcript_files__import__title') })
    const choose = (name: string, content: Buffer | string) =>
      importing
        .locator('input[type=file]')
        .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(content) })
    for (const [name, content, problem] of [
      ['bomb.eaf', bomb, 'entities'],
      ['cut.TextGrid', files.get('textgrid')!.subarray(0, 200), 'unclosed'],
      ['picture.vtt', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a]), 'not_text'],
      ['notes.txt', 'hola', 'unknown_format'],
    ] as const) {
      await choose(name, content)
      await importing.getByText(t(`transcript_files__problem__${problem}`)).waitFor()
      expect(await importing.getByRole('button', { name: t('imports__file__store') }).count()).toBe(0)
    }
    await choose('empty.json', '')
    await importing.getByText(t('imports__problem__empty')).waitFor()
    await look('transcript-refused')
    expect(await versions()).toEqual([before, ...older])

    // The file that was downloaded, with another word.
    await choose('mine.json', files.get('json')!.toString().replace('barcos', 'buques'))
    await importing.getByRole('heading', { name: t('transcript_files__import__changes') }).waitFor()
    await look('transcript-import')
    await importing.getByRole('button', { name: t('imports__file__store') }).click()
    await page.getByText(t('transcript_files__import__stored')).waitFor()
    const [newest] = await versions()
    expect(newest).toMatchObject({ version: before!.version + 1, text: before!.text.replace('barcos', 'buques') })
  },
  400_000,
)
