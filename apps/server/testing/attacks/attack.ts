import type { House } from '../house.ts'
import type { TestPerson } from '../identity-provider.ts'
import type { Visitor } from '../visitor.ts'

/** What an attack got: the answer, and whether it reached what it wanted. */
export type Outcome = { status: number; body: { code?: unknown; reason?: unknown }; reached: boolean }

/** An attack with the answer that it must get: a reason, a code or a status. */
export type Attack = readonly [name: string, answer: string | number, run: (house: House) => Promise<Outcome>]

let people = 0
/** Somebody whom the house lets in, and whom no other attack knows. */
export function somebody(changes: Record<string, unknown> = {}): TestPerson {
  const sub = `person-${++people}`
  return { sub, email: `${sub}@demo.example`, email_verified: true, groups: ['speech'], ...changes }
}

/** Whether the browser has a session. */
export const isIn = async (browser: Visitor): Promise<boolean> =>
  (await browser.send('GET', '/user/user_info/')).status === 200

export const gained = async (answer: { status: number; body: object }, browser: Visitor): Promise<Outcome> => ({
  ...answer,
  reached: await isIn(browser),
})

/** A sign-in of somebody with the house's misdeeds of this moment. */
export async function tryToSignIn(
  house: House,
  person = somebody(),
  edit = (query: string) => query,
): Promise<Outcome> {
  const browser = house.browser()
  const address = await browser.begin(house.provider.id)
  const query = edit(house.idp.signIn(address, person))
  return gained(await browser.finish(house.provider.id, query), browser)
}

/** Somebody who signed in. */
export async function signedIn(house: House, person = somebody()) {
  const browser = house.browser()
  const { status, body } = await browser.signInBy(house.provider.id, house.idp, person)
  if (status !== 200) throw new Error(`an honest sign-in failed: ${JSON.stringify(body)}`)
  return { browser, person }
}

const answers = ({ status, body }: Outcome) => [body.reason, body.code, status]

/** Runs each attack, with an honest sign-in before and after them. @returns the attacks that were not refused as stated */
export async function failuresOf(house: House, attacks: readonly Attack[]): Promise<string[]> {
  const failures: string[] = []
  await signedIn(house)
  for (const [name, answer, run] of attacks) {
    for (const misdeed of Object.keys(house.idp.misdeeds) as (keyof typeof house.idp.misdeeds)[])
      delete house.idp.misdeeds[misdeed]
    const outcome = await run(house)
    if (outcome.reached) failures.push(`${name}: succeeded`)
    if (!answers(outcome).includes(answer))
      failures.push(`${name}: expected ${answer}, got ${outcome.status} ${JSON.stringify(outcome.body)}`)
  }
  for (const misdeed of Object.keys(house.idp.misdeeds) as (keyof typeof house.idp.misdeeds)[])
    delete house.idp.misdeeds[misdeed]
  await signedIn(house)
  return failures
}
