import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { inject } from 'vitest'
import { demoPassword } from './start-server.ts'

type Answer = Record<string, unknown>

/**
 * Prepares the data of a journey, by the same calls that the pages make. A token lives for five minutes, so a refused
 * one is replaced by one sign-in, however many calls wait for it.
 */
export async function signInByApi(email: string, password = demoPassword) {
  const send = (method: string, url: string, body?: unknown, headers = {}) =>
    fetch(`${inject('baseUrl')}/api/${url}`, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  const signIn = async () => {
    const { access } = await read(await send('POST', 'user/api/token/', { email, password }), 'sign-in')
    return { authorization: `Bearer ${access}` }
  }
  let token = signIn()
  await token
  return async (method: string, url: string, body?: unknown) => {
    const used = token
    const answer = await send(method, url, body, await used)
    if (answer.status !== 401) return read(answer, `${method} ${url}`)
    if (token === used) token = signIn()
    return read(await send(method, url, body, await token), `${method} ${url}`)
  }
}

async function read(answer: Response, call: string): Promise<Answer> {
  if (!answer.ok) throw new Error(`${call}: ${answer.status} ${await answer.text()}`)
  return answer.status === 204 ? {} : ((await answer.json()) as Answer)
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
