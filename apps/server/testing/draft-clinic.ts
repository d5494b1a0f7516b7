import { buildTestApp } from './test-app.ts'

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** The demonstration, with functions that call in the name of its people and of a stranger. */
export async function buildDraftClinic() {
  const demo = await buildTestApp()
  const headers = Object.fromEntries(
    await Promise.all(
      ['manager@demo.example', 'examiner@demo.example', 'examiner@other.example'].map(
        async (email) => [email, await demo.signIn(email)] as const,
      ),
    ),
  )
  async function ask(email: string, method: Method, url: string, payload?: object, more: object = {}) {
    const { statusCode, body } = await demo.app.inject({
      method,
      url: `/api${url}`,
      headers: { ...headers[email], ...more },
      ...(payload && { payload }),
    })
    return { status: statusCode, answer: body === '' ? null : JSON.parse(body) }
  }
  const manage = (method: Method, url: string, payload?: object, more?: object) =>
    ask('manager@demo.example', method, url, payload, more)
  const examine = (method: Method, url: string, payload?: object) => ask('examiner@demo.example', method, url, payload)
  /** Gives the examiner protocols or surveys. */
  async function assign(given: { protocols: string[] } | { surveys: string[] }) {
    const { roles } = (await examine('GET', '/user/user_info/')).answer
    return manage('PATCH', `/organizations/examiners/${roles.examiner_id}/`, given)
  }
  const register = async (code: string) =>
    (await examine('POST', '/user/participants/', { code, locale: demo.localeId('es-AR') })).answer.id as string
  return { demo, headers, ask, manage, examine, assign, register }
}
