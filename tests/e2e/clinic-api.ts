import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { inject } from 'vitest'
import { demoPassword } from './start-server.ts'

type Answer = Record<string, unknown>

/** Prepares the data of a journey, by the same calls that the pages make. */
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

/** An account for this journey only, with a password set through the mailed link. */
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

/** The newest mail to an address, as the process that ran its job wrote it to a file instead of sending it. */
export async function mailTo(email: string): Promise<string | undefined> {
  const folders = inject('dataDirs').map((dataDir) => path.join(dataDir, 'mails'))
  const found = await Promise.all(
    folders.map(async (folder) => (await readdir(folder).catch(() => [])).map((name) => ({ folder, name }))),
  )
  const files = found.flat().sort((a, b) => (a.name < b.name ? -1 : 1))
  const texts = await Promise.all(files.map(({ folder, name }) => readFile(path.join(folder, name), 'utf8')))
  return texts.findLast((text) => text.includes(`<${email}>`))
}

/** The token in the newest welcome mail. */
export async function mailedToken(email: string): Promise<string> {
  for (let tries = 0; tries < 100; tries++) {
    const token = /\/set_password\/([^/\s]+)\/true/.exec((await mailTo(email)) ?? '')?.[1]
    if (token !== undefined) return token
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error(`no mail to ${email}`)
}
