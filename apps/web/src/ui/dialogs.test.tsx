import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Button, MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { DialogButtons } from './DialogButtons.tsx'

const sourceFolder = join(import.meta.dirname, '..')
const sources = readdirSync(sourceFolder, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx$/.test(path) && !path.includes('.test.'))
  .map((path) => ({ path, source: readFileSync(join(sourceFolder, path), 'utf8') }))

/** Submits the form, closes, or answers a question; other buttons belong to the content. */
const answer = /type="submit"|onClick=\{(?:onClose|close|stay|onStay)\}/

test('every dialog renders its answers with DialogButtons', () => {
  const dialogs = sources.filter(({ source }) => /<Dialog\b|useCloseDialog\(/.test(source))
  expect(dialogs.length).toBeGreaterThan(20)
  const withOwnButtons = dialogs.filter(({ source }) => {
    const content = source.replace(/<DialogButtons\b[\s\S]*?<\/DialogButtons>/g, '')
    const tags = content.match(/<Button\b(?:=>|[^>])*>/g) ?? []
    return tags.some((tag) => answer.test(tag)) || content.includes("__cancel')")
  })
  expect(withOwnButtons.map(({ path }) => path)).toEqual([])
})

test('only Dialog renders the modal of the library', () => {
  const drawing = sources.filter(({ source }) => /<Modal\b/.test(source))
  expect(drawing.map(({ path }) => path)).toEqual(['ui/Dialog.tsx'])
})

test('the cancel button comes before the buttons that act', () => {
  const markup = renderToStaticMarkup(
    <MantineProvider>
      <DialogButtons cancel={{ text: 'Cancel', onClick: () => {} }}>
        <Button>Delete</Button>
      </DialogButtons>
    </MantineProvider>,
  )
  expect(markup.indexOf('Cancel')).toBeGreaterThan(0)
  expect(markup.indexOf('Delete')).toBeGreaterThan(markup.indexOf('Cancel'))
})
