import { scopes } from '@fonema/contract'
import { buildAccessWorld } from './access-world.ts'
import type { TestApp } from './open-app.ts'

type Given = { scopes?: readonly string[]; examiner_id?: string | null; networks?: readonly string[]; days?: number }

/** Makes service accounts as the owner, and calls with their keys. */
export async function openServiceAccounts(demo: TestApp) {
  const owner = await demo.signIn('owner@demo.example')
  const url = '/api/organizations/service_accounts/'

  async function manage(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path = '', payload?: object, headers = owner) {
    const answer = await demo.app.inject({ method, url: `${url}${path}`, headers, ...(payload && { payload }) })
    return { status: answer.statusCode, body: answer.body === '' ? undefined : answer.json() }
  }
  async function create(given: Given = {}) {
    const rights = { name: 'HIS', scopes: [...scopes], examiner_id: null, networks: [], days: 30 }
    const { status, body } = await manage('POST', '', { ...rights, ...given })
    if (status !== 201) throw new Error(JSON.stringify(body))
    return { ...body, headers: bearer(body.key) } as {
      id: string
      key: string
      key_id: string
      headers: { authorization: string }
    }
  }
  return { manage, create, owner }
}

export const bearer = (key: string) => ({ authorization: `Bearer ${key}` })

/** Objects of two examiners of the organisation and of another organisation. */
export async function openMachineWorld(demo: TestApp) {
  const world = await buildAccessWorld(demo)
  const find = (name: string) => world.objects.find((object) => object.name === name)!.ids
  return {
    ...world,
    own: find('own'),
    colleagues: find("colleague's"),
    strangers: find("other organisation's"),
    missing: find('missing'),
    malformed: find('malformed'),
    ...(await openServiceAccounts(demo)),
  }
}
