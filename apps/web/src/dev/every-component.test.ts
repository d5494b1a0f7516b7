import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const folder = path.resolve(import.meta.dirname, '..')
const read = (file: string) => readFileSync(path.join(folder, file), 'utf8')

/** Components that the page does not draw itself, with the reason. */
const notShown: Record<string, string> = {
  AddLanguage: 'asks the server for the languages',
  AlertStack: 'draws the alerts of other components',
  Alerts: 'loads AlertStack',
  AppFrame: 'the frame of the pages behind the sign-in',
  CrashBoundary: 'draws CrashMessage',
  EditorFrame: 'the frame of a page, of components that are shown',
  Footer: 'part of PlainFrame',
  FormDialog: 'a dialog, with fields that are shown',
  GapCard: 'a card with a list of links',
  ImportFrame: 'a dialog that asks the server about a file',
  LanguageSwitch: 'part of PlainFrame',
  LeaveDialog: 'a dialog around UnsavedQuestion',
  LeaveGuard: 'draws LeaveDialog',
  LegalLinks: 'part of Footer',
  Logo: 'part of PlainFrame',
  NeedsNetwork: 'asks the server whether it is back',
  NewDraft: 'a dialog that asks the server for the languages',
  OrganizationLogo: 'asks the server for the picture',
  PublishDraft: 'buttons and a dialog about a draft on the server',
  Requires: 'draws StatusPage',
  SavingState: 'an alert about a draft on the server',
  Settling: 'draws nothing',
  Unsaved: 'draws nothing',
}

test('the page of components shows every shared component, or says why it does not', () => {
  const page = globSync('dev/*.tsx', { cwd: folder }).map(read).join('\n')
  const all = globSync('ui/*.tsx', { cwd: folder })
    .map((file) => path.basename(file, '.tsx'))
    .filter((name) => !name.endsWith('.test'))
  expect(all.length).toBeGreaterThan(40)
  const shown = all.filter((name) => page.includes(`'../ui/${name}.tsx'`))
  expect(all.filter((name) => !shown.includes(name) && !(name in notShown))).toEqual([])
  expect(Object.keys(notShown).filter((name) => shown.includes(name) || !all.includes(name))).toEqual([])
})
