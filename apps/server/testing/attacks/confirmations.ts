import type { House } from '../house.ts'
import { sign } from '../identity-provider.ts'
import type { Visitor } from '../visitor.ts'
import { type Attack, type Outcome, signedIn, somebody } from './attack.ts'

/** The browser comes back from the provider after it was asked to confirm. */
async function confirm(house: House, browser: Visitor, person: ReturnType<typeof somebody>, authTime?: number) {
  const { address } = (await browser.send('POST', '/user/provider/confirm/')).body
  const query = house.idp.signIn(address, person, { authTime })
  const answer = await browser.send('POST', '/user/provider/confirmed/', { provider_id: house.provider.id, query })
  return { ...answer, reached: answer.status < 300 }
}
const seconds = ({ demo }: House) => Math.floor(demo.clock.now().getTime() / 1000)

/** Tries a proof on a report that does not exist: a proof that counts leads to `not_found` before it is used. */
async function honest(house: House) {
  const { browser, person } = await signedIn(house)
  const { status, body } = await confirm(house, browser, person)
  if (status !== 200) throw new Error(`an honest confirmation failed: ${JSON.stringify(body)}`)
  return { browser, person, proof: body.proof as string }
}

const withTime =
  (authTime: (house: House) => number): Attack[2] =>
  async (house): Promise<Outcome> => {
    const { browser, person } = await signedIn(house)
    return confirm(house, browser, person, authTime(house))
  }

/** Confirmations of who signs that are not, or not of this person now. */
export const confirmationAttacks: readonly Attack[] = [
  [
    'somebody else confirms',
    'other_person',
    async (house) => {
      await honest(house)
      const { browser } = await signedIn(house)
      return confirm(house, browser, somebody())
    },
  ],
  ['a sign-in of an hour ago confirms', 'not_recent', withTime((house) => seconds(house) - 3600)],
  ['a sign-in of a minute ago confirms', 'not_recent', withTime((house) => seconds(house) - 61)],
  ['a sign-in from the future confirms', 'not_recent', withTime((house) => seconds(house) + 3600)],
  [
    'a confirmation without its time',
    'not_recent',
    async (house) => {
      const { browser, person } = await signedIn(house)
      house.idp.misdeeds.idToken = async ({ claims: { auth_time: _, ...claims }, ...signed }) =>
        sign({ ...signed, claims })
      return confirm(house, browser, person)
    },
  ],
  [
    'a time of confirmation in words',
    'invalid_answer',
    async (house) => {
      const { browser, person } = await signedIn(house)
      house.idp.misdeeds.idToken = async (signed) =>
        sign({
          ...signed,
          claims: { ...signed.claims, auth_time: 'now' },
        })
      return confirm(house, browser, person)
    },
  ],
  [
    'the way of a sign-in, to confirm',
    'not_begun_here',
    async (house) => {
      const { browser, person } = await signedIn(house)
      const query = house.idp.signIn(await browser.begin(house.provider.id), person)
      const answer = await browser.send('POST', '/user/provider/confirmed/', { provider_id: house.provider.id, query })
      return { ...answer, reached: answer.status < 300 }
    },
  ],
  [
    'the confirmation of another session',
    'not_begun_here',
    async (house) => {
      const [one, two] = [await signedIn(house), await signedIn(house)]
      const { address } = (await one.browser.send('POST', '/user/provider/confirm/')).body
      const query = house.idp.signIn(address, two.person)
      const body = { provider_id: house.provider.id, query }
      const answer = await two.browser.send('POST', '/user/provider/confirmed/', body)
      return { ...answer, reached: answer.status < 300 }
    },
  ],
  [
    'a confirmation for a session with a password',
    'conflict',
    async (house) => {
      const headers = await house.demo.signIn('examiner@demo.example')
      const response = await house.demo.app.inject({ method: 'POST', url: '/api/user/provider/confirm/', headers })
      return { status: response.statusCode, body: response.json(), reached: response.statusCode < 300 }
    },
  ],
]
