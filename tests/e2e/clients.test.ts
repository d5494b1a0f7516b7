import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, inject, onTestFinished, test } from 'vitest'
import { readCsv } from '../../apps/server/src/platform/csv/read-csv.ts'
import { signInByApi } from './clinic-api.ts'

const run = promisify(execFile)
const root = path.join(import.meta.dirname, '../..')

async function makeKey(scopes: string[]) {
  const call = await signInByApi('owner@demo.example')
  const name = `Client ${Date.now()}`
  const made = await call('POST', 'organizations/service_accounts/', {
    name,
    scopes,
    examiner_id: null,
    networks: ['127.0.0.1', '::1'],
    days: 1,
  })
  return made.key as string
}

/** The parts of the client that the test uses, as a program without types would. */
type Client = {
  client: { setConfig(config: { baseUrl: string; auth: string }): void }
}
type Answer<T> = Promise<{ data?: T; error?: { code: string }; response: Response }>
type Calls = {
  getUserParticipants(options?: { query: { limit: string } }): Answer<{ id: string; code: string }[]>
  getProtocolsResponsesByParticipantId(options: { path: { participant_id: string } }): Answer<{ id: string }[]>
}

test('the TypeScript client is made, packed, and reads with a key what it may', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'fonema-client-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await run(process.execPath, [path.join(root, 'scripts/client.ts'), folder])
  expect((await readdir(path.join(folder, 'dist'))).sort()).toContain('index.d.ts')
  const packed = await run('npm', ['pack', '--dry-run', '--json', '--offline'], { cwd: folder })
  const [{ files }] = JSON.parse(packed.stdout) as [{ files: { path: string }[] }]
  expect(files.map((file) => file.path)).toEqual(expect.arrayContaining(['dist/index.js', 'dist/client.gen.js']))
  expect(JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'))).not.toHaveProperty('dependencies')

  const calls = (await import(path.join(folder, 'dist/index.js'))) as Calls
  const { client } = (await import(path.join(folder, 'dist/client.gen.js'))) as Client
  client.setConfig({ baseUrl: inject('baseUrl'), auth: await makeKey(['participants:read']) })
  const { data: participants = [], response } = await calls.getUserParticipants({ query: { limit: '1' } })
  expect(participants).toHaveLength(1)
  expect(response.headers.get('link')).toMatch(/^<\/api\/v1\/user\/participants\/\?limit=1&cursor=.*>; rel="next"$/)
  const refused = await calls.getProtocolsResponsesByParticipantId({ path: { participant_id: participants[0]!.id } })
  expect(refused.error).toEqual({ code: 'permission_denied' })
})

test('the Python example prints every measure of the demonstration as the API returns it', async () => {
  const key = await makeKey(['participants:read', 'results:read'])
  const get = async (address: string) =>
    (await fetch(`${inject('baseUrl')}/api/v1${address}`, { headers: { authorization: `Bearer ${key}` } })).json()
  const [participant] = (await get('/user/participants/')).filter(({ code }: { code: string }) => code === 'DEMO-013')
  const [listed] = await get(`/protocols/responses/${participant.id}/`)
  const read = () => get(`/protocols/responses/${participant.id}/${listed.id}/`)
  // The demonstration may still be measuring.
  const isMeasured = async () => !JSON.stringify(await read()).includes('"status":"pending"')
  await expect.poll(isMeasured, { timeout: 120_000, interval: 1000 }).toBe(true)
  const session = await read()

  const env = { ...process.env, FONEMA_URL: inject('baseUrl'), FONEMA_KEY: key }
  const example = path.join(root, 'docs/examples/results.py')
  const { stdout } = await run('python3', [example], { env, maxBuffer: 64 * 1024 * 1024 })
  const { header, rows } = await readCsv(Buffer.from(stdout))
  expect(header.slice(0, 2)).toEqual(['participant', 'began'])
  const placeOf = (cells: readonly unknown[]) => cells.slice(0, 6).join(' ')
  const printed = new Map(rows.map(({ cells }) => [placeOf(cells), Number(cells[6])]))
  let measures = 0
  for (const { protocol_item, feature_extraction_res } of session.responses)
    for (const { feature_extraction_func, scores } of feature_extraction_res)
      for (const [name, value] of Object.entries(scores)) {
        const item = [protocol_item.order, protocol_item.category.name]
        const place = [participant.code, session.timestamp, ...item, feature_extraction_func.entry]
        expect([name, printed.get(placeOf([...place, name]))]).toEqual([name, value])
        measures++
      }
  expect(measures).toBeGreaterThan(50)
  expect(rows.some(({ cells }) => cells[7] === 'Hz')).toBe(true)
})

test('the FHIR bundle of a participant has every measure of the API, number by number', async () => {
  const key = await makeKey(['participants:read', 'results:read', 'surveys:read'])
  const get = async (address: string) => {
    const answer = await fetch(`${inject('baseUrl')}${address}`, { headers: { authorization: `Bearer ${key}` } })
    expect([address, answer.status]).toEqual([address, 200])
    return answer.json()
  }
  const participants = await get('/api/v1/user/participants/')
  const { id } = participants.find(({ code }: { code: string }) => code === 'DEMO-013')
  const sessions = (await get(`/api/v1/protocols/responses/${id}/`)).filter(
    ({ active, protocol }: { active: boolean; protocol: { is_practice: boolean } }) => active && !protocol.is_practice,
  )
  const read = () =>
    Promise.all(sessions.map((session: { id: string }) => get(`/api/v1/protocols/responses/${id}/${session.id}/`)))
  type Observed = {
    resourceType: string
    encounter: { reference: string }
    code: { coding: [{ code: string }] }
    valueQuantity?: { value: number }
  }
  const ofFhir = async () => {
    const { entry } = (await get(`/fhir/Patient/${id}/$everything`)) as { entry: { resource: Observed }[] }
    return entry.flatMap(({ resource: { resourceType, encounter, code, valueQuantity } }) =>
      resourceType !== 'Observation' || valueQuantity === undefined
        ? []
        : [`${encounter.reference} ${code.coding[0].code} ${valueQuantity.value}`],
    )
  }
  const ofApi = async () => {
    const found: string[] = []
    for (const session of await read()) {
      const note = (scores: Record<string, number>) => {
        for (const [name, value] of Object.entries(scores)) found.push(`Encounter/${session.id} ${name} ${value}`)
      }
      for (const { feature_extraction_res = [] } of session.responses)
        for (const { scores } of feature_extraction_res) note(scores)
      for (const { scores } of session.indices) note(scores)
    }
    return found
  }
  // The demonstration may still be measuring: the two are compared until they were read in the same state.
  const compare = async () => {
    const [fhir, api] = [(await ofFhir()).sort(), (await ofApi()).sort()]
    return { isMany: api.length > 100, differs: fhir.join() !== api.join() }
  }
  await expect.poll(compare, { timeout: 120_000, interval: 1000 }).toEqual({ isMany: true, differs: false })
})
