/**
 * `npm run -s tool -- second-factor --off EMAIL`: turns off the second factor of an account, for an owner who has lost
 * both the app and the recovery codes. Runs with or without the clinic's server. The audit log names the product as the
 * actor.
 */
import { parseArgs } from 'node:util'
import { emailKeyOf, findCredentials } from '../apps/server/src/auth/queries.ts'
import { findSecondFactor, turnOffSecondFactor } from '../apps/server/src/auth/second-factor.ts'
import { readConfig } from '../apps/server/src/config.ts'
import { openDatabase } from '../apps/server/src/platform/database/database.ts'
import { reachDatabase, reportError } from './reach-clinic.ts'

class Refused extends Error {}

async function turnOff(email: string): Promise<void> {
  const { url, stop } = await reachDatabase(await readConfig(process.env))
  const database = openDatabase(url, { maxConnections: 2 })
  try {
    const account = await findCredentials(database.shared, emailKeyOf(email))
    if (account === undefined) throw new Refused(`Nobody signs in with ${email}.`)
    await database.tenant(account.organization_id, async (tx) => {
      if ((await findSecondFactor(tx, account.user_id)) === undefined)
        throw new Refused(`${email} has no second factor.`)
      await turnOffSecondFactor(tx, account.user_id)
    })
    process.stdout.write(`${email} signs in with the password alone now.\n`)
  } finally {
    await database.close()
    await stop()
  }
}

try {
  const { off } = parseArgs({ options: { off: { type: 'string' } } }).values
  if (off === undefined) throw new Refused('Usage: npm run -s tool -- second-factor --off EMAIL')
  await turnOff(off)
} catch (error) {
  reportError(error, [Refused])
}
