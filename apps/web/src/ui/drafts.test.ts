import { expect, test, vi } from 'vitest'
import { draftDays, openDrafts } from './drafts.ts'
import { createStorage } from './fake-storage.ts'

const named = (letter: string) => ({ key_id: letter, key: btoa(letter.repeat(32)) })
const keyOf = (letter: string, ...former: string[]) => ({ ...named(letter), former: former.map(named) })
const values = { chosen: { words: 'Tomo levodopa', many: ['a'] }, other: {} }
const prefix = 'fonema.draft.user.participant.'

test('a draft is restored with its values, but not for another user or participant', async () => {
  const storage = createStorage()
  const drafts = openDrafts(keyOf('k'), prefix, storage)
  await drafts.save('s1', values)
  expect(await drafts.list()).toMatchObject([{ id: 's1', values }])
  expect(await openDrafts(keyOf('x'), prefix, storage).list()).toEqual([])
  expect(await openDrafts(keyOf('k'), 'fonema.draft.user.other.', storage).list()).toEqual([])
  expect(storage.getItem(`${prefix}s1`)).not.toContain('levodopa')
})

test("a draft sealed before the clinic's new secret is read with the former key", async () => {
  const storage = createStorage()
  await openDrafts(keyOf('k'), prefix, storage).save('s1', values)
  expect(await openDrafts(keyOf('n', 'x', 'k'), prefix, storage).list()).toMatchObject([{ id: 's1', values }])
})

test('a draft that was moved to another participant is not read', async () => {
  const storage = createStorage()
  await openDrafts(keyOf('k'), prefix, storage).save('s1', values)
  storage.setItem('fonema.draft.user.other.s1', storage.getItem(`${prefix}s1`)!)
  expect(await openDrafts(keyOf('k'), 'fonema.draft.user.other.', storage).list()).toEqual([])
})

test('the last values win, and a pending encryption does not restore a discarded draft', async () => {
  const storage = createStorage()
  const drafts = openDrafts(keyOf('k'), prefix, storage)
  const last = { chosen: { words: 'b' }, other: {} }
  await Promise.all([drafts.save('s1', values), drafts.save('s1', last)])
  expect(await drafts.list()).toMatchObject([{ values: last }])
  const late = drafts.save('s1', values)
  drafts.discard('s1')
  await late
  expect(await drafts.list()).toEqual([])
})

test('drafts of one form are separate per object', async () => {
  const drafts = openDrafts(keyOf('k'), prefix, createStorage())
  await Promise.all([drafts.save('s1', values), drafts.save('s2', { ...values, other: { more: 'x' } })])
  expect((await drafts.find('s1'))?.values).toEqual(values)
  drafts.discard('s1')
  expect(await drafts.find('s1')).toBeNull()
  expect(await drafts.list()).toMatchObject([{ id: 's2' }])
})

test('drafts expire for every user of the browser, but not those without a time', async () => {
  const storage = createStorage()
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2030-01-01') })
  try {
    const theirs = openDrafts(keyOf('x'), 'fonema.draft.other.comment.', storage)
    await theirs.save('s1', values)
    vi.setSystemTime(Date.now() + (draftDays - 1) * 86_400_000)
    await openDrafts(keyOf('k'), prefix, storage).save('s1', values)
    const [sealed] = storage.getItem(`${prefix}s1`)!.split('.')
    storage.setItem(`${prefix}s1`, sealed!) // the format of earlier versions
    expect(await theirs.find('s1')).toMatchObject({ values })
    vi.setSystemTime(Date.now() + 2 * 86_400_000)
    expect(await openDrafts(keyOf('k'), prefix, storage).list()).toMatchObject([{ id: 's1', values }])
    expect(await theirs.find('s1')).toBeNull()
  } finally {
    vi.useRealTimers()
  }
})
