import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { inject } from 'vitest'
import { demoPassword } from './start-server.ts'

type Answer = Record<string, unknown>

/** What a journey needs to be there already, by the calls that the pages make. */
export async function signInByApi(email: string, password = demoPassword) {
  const send = async (method: string, url: string, body?: unknown, headers = {}) => {
    const answer = await fetch(`${inject('baseUrl')}/api/${url}`, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${method} ${url}: ${answer.status} ${await answer.text()}`)
    return answer.status === 204 ? {} : ((await answer.json()) as Answer)
  }
  const { access } = await send('POST', 'user/api/token/', { email, password })
  return (method: string, url: string, body?: unknown) => send(method, url, body, { authorization: `Bearer ${access}` })
}

/** An account of the journey's own, with a password from the mailed link. */
export async function createAccount(last_name: string, { isExaminer = true } = {}) {
  const owner = await signInByApi('owner@demo.example')
  const email = `${last_name.toLowerCase()}@demo.example`
  const { locale } = (await owner('GET', 'user/user_info/')) as { locale: { id: string } }
  const user = await owner('POST', 'organizations/user/', { first_name: 'Eva', last_name, email, locale: locale.id })
  const examiner = isExaminer
    ? await owner('POST', 'organizations/examiners/', { user_id: user.id, surveys: [], protocols: [] })
    : {}
  const token = await mailedToken(email)
  await fetch(`${inject('baseUrl')}/api/user/password_reset/confirm/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, password: demoPassword }),
  })
  return { email, id: user.id, examinerId: examiner.id, locale: locale.id, owner, ask: await signInByApi(email) }
}

async function mailedToken(email: string): Promise<string> {
  const folder = path.join(inject('dataDir'), 'mails')
  for (let tries = 0; tries < 100; tries++) {
    for (const name of await readdir(folder).catch(() => [])) {
      const text = await readFile(path.join(folder, name), 'utf8')
      const token = /\/set_password\/([^/\s]+)\/true/.exec(text)?.[1]
      if (text.includes(`<${email}>`) && token !== undefined) return token
    }
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error(`no mail to ${email}`)
}
