import type { ExaminerRecord, Organization, Package, User } from '@fonema/contract'
import { expect, test } from 'vitest'
import { buildTestApp } from '../../testing/test-app.ts'

async function prepare() {
  const demo = await buildTestApp()
  const manager = await demo.signIn('manager@demo.example')
  const ask = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, payload?: object, headers = manager) =>
    demo.app.inject({ method, url: `/api/organizations/${path}`, headers, ...(payload !== undefined && { payload }) })
  const { available_protocols, available_surveys } = (await ask('GET', '')).json() as Organization
  const [first, second, third] = available_protocols.map(({ id }) => id)
  const users = (await ask('GET', 'user/')).json() as User[]
  const person = users.find(({ email }) => email === 'examiner@demo.example')!
  const examiner = `examiners/${person.roles.examiner_id}/`
  const recordOf = async () => (await ask('GET', examiner)).json() as ExaminerRecord
  const create = (name: string, more: object = {}) =>
    ask('POST', 'packages/', { name, surveys: [], protocols: [], ...more })
  const survey = available_surveys[0]!.id
  return { demo, ask, person, examiner, recordOf, create, first: first!, second: second!, third: third!, survey }
}

test('what is added to a package reaches the examiners who have all of it, and nobody loses anything', async () => {
  const { ask, examiner, recordOf, create, first, second, third } = await prepare()
  const made = (await create('Follow-up', { protocols: [first, first] })).json() as Package
  expect(made).toMatchObject({ name: 'Follow-up', protocols: [first], surveys: [], default_language: null })
  const path = `packages/${made.id}/`

  // What is written by ids is what is read back.
  await ask('PATCH', examiner, { protocols: [second], surveys: [] })
  await ask('PATCH', path, { protocols: [first, third] })
  expect(await recordOf()).toMatchObject({ protocols: [second], surveys: [] })
  await ask('PATCH', examiner, { protocols: [first, third] })
  await ask('PATCH', path, { protocols: [first, second] })
  expect((await recordOf()).protocols.toSorted()).toEqual([first, second, third].sort())
  expect((await ask('DELETE', path)).statusCode).toBe(204)
  expect((await recordOf()).protocols).toHaveLength(3)
})

test('an empty package belongs to nobody until it is assigned', async () => {
  const { ask, examiner, recordOf, create, first } = await prepare()
  const { id } = (await create('Empty')).json() as Package
  await ask('PATCH', examiner, { protocols: [], surveys: [] })
  await ask('PATCH', `packages/${id}/`, { protocols: [first] })
  expect((await recordOf()).protocols).toEqual([])
})

test('a package is assigned to the examiners with a tag', async () => {
  const { ask, person, examiner, recordOf, create, first, survey } = await prepare()
  const { id } = (await create('North', { protocols: [first], surveys: [survey] })).json() as Package
  await ask('PATCH', examiner, { protocols: [], surveys: [] })
  await ask('PATCH', `user/${person.id}/`, { tags: ['north'] })
  const assign = (tag: string) => ask('POST', `packages/${id}/assign/`, { tag })
  expect((await assign('south')).json()).toEqual({ assigned: 0 })
  expect(await recordOf()).toMatchObject({ protocols: [], surveys: [] })
  expect((await assign('NORTH')).json()).toEqual({ assigned: 1 })
  expect(await recordOf()).toMatchObject({ protocols: [first], surveys: [survey] })
})

test('names and default languages are used once, and only offered protocols are packed', async () => {
  const { demo, ask, create } = await prepare()
  const one = (await create('One', { default_language: 'es' })).json() as Package
  expect((await create('One')).json()).toEqual({ name: ['already_exists'] })
  expect((await create('Two', { default_language: 'es' })).json()).toEqual({ default_language: ['already_exists'] })
  expect((await create('Two', { default_language: 'xx' })).json()).toEqual({ default_language: ['invalid'] })
  expect((await create('Two', { protocols: [one.id] })).json()).toEqual({ protocols: ['invalid'] })
  expect((await create('Two', { surveys: [one.id] })).json()).toEqual({ surveys: ['invalid'] })
  const path = `packages/${one.id}/`
  expect((await ask('PATCH', path, { name: 'One', default_language: 'es' })).statusCode).toBe(200)
  expect((await ask('PATCH', path, {})).json()).toEqual({ non_field_errors: ['empty_data'] })
  const other = await demo.signIn('examiner@other.example')
  expect((await ask('GET', 'packages/', undefined, other)).json()).toEqual([])
  expect((await ask('PATCH', path, { name: 'Mine' }, other)).statusCode).toBe(404)
})
