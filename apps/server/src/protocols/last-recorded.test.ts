import { expect, test } from 'vitest'
import { startTestSession } from '../../testing/recordings.ts'
import { buildTestApp } from '../../testing/test-app.ts'

test('names the protocol that each participant recorded last: no practice, nothing archived, nothing unassigned', async () => {
  const demo = await buildTestApp()
  const { app, clock, signIn } = demo
  const headers = await signIn('examiner@demo.example')
  const { participant } = await startTestSession(demo, headers, 'P-LAST')
  const protocols: { id: string; name: string; is_practice: boolean }[] = (
    await app.inject({ url: '/api/protocols/examiner/', headers })
  ).json()
  const [first, second] = protocols.filter(({ is_practice }) => !is_practice)
  const practice = protocols.find(({ is_practice }) => is_practice)
  const sessions = `/api/protocols/responses/${participant.id}/`
  async function record(protocol_id: string): Promise<string> {
    clock.advance(1)
    return (await app.inject({ method: 'POST', url: sessions, headers, payload: { protocol_id } })).json().id
  }
  const last = async (as = headers) =>
    (await app.inject({ url: '/api/protocols/last_recorded/', headers: as }))
      .json()
      .find((one: { participant: string }) => one.participant === participant.id)

  await record(first!.id)
  const newest = await record(second!.id)
  await record(practice!.id)
  expect(await last()).toEqual({
    participant: participant.id,
    protocol: second!.id,
    name: second!.name,
    recorded_at: expect.any(String),
  })
  await app.inject({ method: 'PATCH', url: `${sessions}${newest}/inactivate/`, headers })
  expect((await last()).protocol).toBe(first!.id)
  expect(await last(await signIn('colleague@demo.example'))).toBe(undefined)
})
