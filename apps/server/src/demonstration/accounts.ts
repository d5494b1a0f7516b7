import { randomInt } from 'node:crypto'
import { open, readFile } from 'node:fs/promises'
import path from 'node:path'

export type DemoAccount = { email: string; password: string }

/** Sixteen characters that satisfy the password rules and cannot be misread. */
function randomPassword(): string {
  const alphabet = 'abcdefghijkmnpqrstuvwxyzACDEFGHJKLMNPQRTUVWXY34679'
  return `${Array.from({ length: 12 }, () => alphabet[randomInt(alphabet.length)]).join('')}aK7!`
}

export const accountsFile = (dataDir: string) => path.join(dataDir, 'demo-accounts.txt')

/**
 * The accounts' passwords: all from `DEMO_PASSWORD`, or random ones stored in a private file. The file is written
 * before any account exists, so that an interrupted start loses no password.
 */
export async function chooseAccounts(
  dataDir: string,
  emails: readonly string[],
  commonPassword: string | undefined,
): Promise<DemoAccount[]> {
  if (commonPassword !== undefined) return emails.map((email) => ({ email, password: commonPassword }))
  const kept = await readAccounts(dataDir)
  const accounts = emails.map((email) => ({ email, password: kept.get(email) ?? randomPassword() }))
  const handle = await open(accountsFile(dataDir), 'w', 0o600)
  try {
    await handle.write(accounts.map(({ email, password }) => `${email} ${password}\n`).join(''))
    await handle.sync()
  } finally {
    await handle.close()
  }
  return accounts
}

async function readAccounts(dataDir: string): Promise<Map<string, string>> {
  try {
    const lines = (await readFile(accountsFile(dataDir), 'utf8')).split('\n').filter(Boolean)
    return new Map(lines.map((line) => line.split(' ') as [string, string]))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return new Map()
    throw error
  }
}
