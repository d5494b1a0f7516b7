import type { Completeness } from '@fonema/contract'
import { demoPassword } from '../e2e/start-server.ts'

export type Take = {
  take: number
  gaps: { at: number; length: number }[]
  completeness: Completeness | null
  interrupted: boolean
}
export type Session = { responses: { protocol_item: { id: string }; takes: Take[] }[] }

/** The API as the same examiner, not through the browser. */
export async function openApi(url: string) {
  const answer = await fetch(`${url}/api/user/api/token/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'examiner@demo.example', password: demoPassword }),
  })
  const { access } = (await answer.json()) as { access: string }
  const get = (address: string) => fetch(`${url}/api${address}`, { headers: { authorization: `Bearer ${access}` } })
  return {
    json: async <T>(address: string) => (await (await get(address)).json()) as T,
    bytes: async (address: string) => Buffer.from(await (await get(address)).arrayBuffer()),
  }
}

export type ExaminerApi = Awaited<ReturnType<typeof openApi>>

/** @returns the participant and the session */
export async function demonstrationSession(url: string): Promise<[string, string]> {
  const api = await openApi(url)
  const people = await api.json<{ id: string; code: string }[]>('/user/participants/')
  const { id } = people.find(({ code }) => code === 'DEMO-001')!
  const sessions = await api.json<{ id: string }[]>(`/protocols/responses/${id}/`)
  return [id, sessions[0]!.id]
}
