import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Ids } from '../testing/access-actors.ts'
import { accessTable } from '../testing/access-table.ts'
import { type AccessWorld, buildAccessWorld } from '../testing/access-world.ts'
import { formOf } from '../testing/recordings.ts'
import { buildTestApp } from '../testing/test-app.ts'

const stranger = 'examiner@other.example'
const canary = (name: string) => `canary-of-${name}-7f3a`

/** The address of every reading call, with these ids. */
const readingUrls = ({ given }: AccessWorld, ids: Ids) =>
  Object.entries(accessTable)
    .filter(([key]) => key.startsWith('GET '))
    .map(([key, { query = '' }]) => {
      const all: Ids = { ...given, ...ids }
      return `/api${key.slice(4).replace(/\{(\w+)\}/g, (_, name) => all[name]!)}${query}`
    })

/** Puts a unique name into every text of the other organisation that a call returns. */
async function plantCanaries({ demo, objects }: AccessWorld) {
  const { app, database, otherOrganizationId, localeId, signIn } = demo
  const headers = await signIn(stranger)
  const ids = objects.find(({ name }) => name === "other organisation's")!.ids
  const send = async (method: 'POST' | 'PATCH', path: string, payload: object) => {
    const { statusCode, body } = await app.inject({ method, url: `/api${path}`, headers, payload })
    expect([path, statusCode < 300, body]).toEqual([path, true, body])
  }
  const names = ['code', 'first_name', 'last_name', 'occupation', 'diagnose'] as const
  const participant = Object.fromEntries(names.map((name) => [name, canary(name)]))
  await send('PATCH', `/user/participants/${ids.participant_id}/`, participant)
  const session = `/protocols/responses/${ids.participant_id}/${ids.protocol_res_id}/`
  await send('PATCH', session, { comment: canary('comment') })
  const person = { first_name: canary('person'), last_name: 'x', email: `${canary('mail')}@x.example` }
  await send('POST', '/organizations/user/', { ...person, locale: localeId('es-AR'), tags: [canary('tag')] })
  const nobody = { sex: null, age_min: null, age_max: null, education_min: null, education_max: null }
  const rule = { ...nobody, locale: null, protocol: null, diagnosis: { contains: canary('rule') } }
  await send('POST', '/ai/populations/', { name: canary('population'), rule })
  const report = { error: '500', url: '/', method: 'GET', data: '', user_comment: canary('report') }
  await send('POST', '/reports/server_error_user_report/', report)
  const form = formOf(Buffer.from('notes'), { label: canary('label') }, 'file')
  const payload = form.payload.toString().replace('item.wav', `${canary('filename')}.txt`)
  const url = `/api/files/${ids.participant_id}/`
  expect(
    (await app.inject({ method: 'POST', url, headers: { ...headers, ...form.headers }, payload })).statusCode,
  ).toBe(201)
  await database.tenant(otherOrganizationId, async (tx) => {
    await sql`update organizations set name = ${canary('organization')}`.execute(tx)
    await sql`update users set last_name = ${canary('examiner')} where email = ${stranger}`.execute(tx)
  })
  const others = ['comment', 'person', 'mail', 'tag', 'rule', 'population', 'report', 'organization', 'examiner']
  const { protocol_item_id: _, ...theirs } = ids // items belong to no organisation
  return {
    ids,
    theirs: Object.values(theirs),
    headers,
    canaries: [...names, ...others, 'filename', 'label'].map(canary),
  }
}

test('no reading call returns data of another organisation', { timeout: 300_000 }, async () => {
  const world = await buildAccessWorld(await buildTestApp())
  const { app } = world.demo
  const { ids, theirs, headers, canaries } = await plantCanaries(world)
  const own: string[] = []
  // One after the other: on a busy machine the server would refuse some of fifty reads at once.
  for (const url of readingUrls(world, ids)) own.push((await app.inject({ url, headers })).body)
  // Users of that organisation read every canary, so the calls would reveal them.
  expect(canaries.filter((name) => !own.some((body) => body.includes(name)))).toEqual([])

  const found: string[] = []
  let read = 0
  for (const actor of world.actors.filter(({ organization }) => organization === 'demo'))
    for (const objectIds of [world.objects[0]!.ids, ids])
      for (const url of readingUrls(world, objectIds)) {
        const { body, statusCode } = await app.inject({ url, headers: actor.headers })
        if (statusCode < 300) read++
        const leaked = [...canaries, ...theirs].filter((name) => body.includes(name))
        found.push(...leaked.map((name) => `${actor.name}, ${url}: ${name}`))
      }
  expect(found).toEqual([])
  expect(read).toBeGreaterThan(400)
})
