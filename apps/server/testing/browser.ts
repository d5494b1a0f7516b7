import '../src/auth/tables.ts'
import { cookieFrom, type TestApp } from './open-app.ts'
import { password } from './template.ts'

/** The tokens that a browser's pages keep after sign-in, and the session cookie. */
export type Browser = { access: string; refresh: string; cookie: string }

const examiner = 'examiner@demo.example'

export async function openBrowser({ app }: Pick<TestApp, 'app'>, email = examiner): Promise<Browser> {
  const response = await app.inject({ method: 'POST', url: '/api/user/api/token/', payload: { email, password } })
  const own = response.cookies.filter(({ name }) => name === 'fonema_browser')
  return { ...response.json(), cookie: cookieFrom({ cookies: own }) }
}

/** Sends no cookie when the browser has none. */
export const refresh = (
  { app }: Pick<TestApp, 'app'>,
  { refresh, cookie }: { refresh: string; cookie?: string | undefined },
  active?: boolean,
) =>
  app.inject({
    method: 'POST',
    url: '/api/user/api/token/refresh/',
    ...(cookie !== undefined && { headers: { cookie } }),
    payload: { refresh, ...(active !== undefined && { active }) },
  })

export const refreshed = async (...call: [Pick<TestApp, 'app'>, Browser, boolean?]): Promise<Browser> => ({
  ...call[1],
  ...(await refresh(...call)).json(),
})

/** Every stored refresh token, of any session. */
export const storedTokens = ({ database }: TestApp) =>
  database.shared.selectFrom('refresh_tokens').selectAll().orderBy('hash').execute()
