import { hash, verify } from '@node-rs/argon2'

// OWASP's floor for argon2id (the library's default algorithm): 19 MiB, two passes, one lane.
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string): Promise<string> => hash(password, parameters)

const { memoryCost, timeCost, parallelism } = parameters
const ourHash = `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`

/** Made with other parameters than those of today. */
export const isOutdatedHash = (passwordHash: string) => !passwordHash.startsWith(ourHash)

let dummy: Promise<string> | undefined

/** Whether the password is the hash's. Without a hash it takes as long and says no, so that time tells nothing. */
export async function verifyPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  dummy ??= hashPassword('nobody has this password')
  const matches = await verify(passwordHash ?? (await dummy), password)
  return matches && passwordHash !== undefined
}
