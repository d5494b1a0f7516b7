import { shownByApp } from './authenticator.ts'
import { password, type TestApp } from './open-app.ts'

type Headers = { authorization: string }

/** What the app shows by the test's clock, or showed so many steps ago. */
export const codeNow = ({ clock }: Pick<TestApp, 'clock'>, key: string, steps?: number) =>
  shownByApp(key, clock.now(), steps)

export async function begin({ app }: Pick<TestApp, 'app'>, headers: Headers): Promise<{ secret: string; uri: string }> {
  return (await app.inject({ method: 'POST', url: '/api/user/mfa/totp/', headers, payload: { password } })).json()
}

/** The present code of the app is used up by it. */
export async function turnOn(demo: Pick<TestApp, 'app' | 'clock'>, headers: Headers) {
  const { secret } = await begin(demo, headers)
  const url = '/api/user/mfa/totp/confirm/'
  const payload = { code: codeNow(demo, secret) }
  const { recovery_codes } = (await demo.app.inject({ method: 'POST', url, headers, payload })).json()
  return { secret, recoveryCodes: recovery_codes as string[] }
}
