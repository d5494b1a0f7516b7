import { hash, verify } from '@node-rs/argon2'

// OWASP's minimum for argon2id (the library's default algorithm): 19 MiB, two passes, one lane.
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string): Promise<string> => hash(password, parameters)

const { memoryCost, timeCost, parallelism } = parameters
const ourHash = `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`

/** Whether a hash was made with other parameters than the current ones. */
export const isOutdatedHash = (passwordHash: string) => !passwordHash.startsWith(ourHash)

let dummy: Promise<string> | undefined

/**
 * Whether the password matches the hash. Without a hash it takes equally long and returns false: time reveals nothing.
 */
export async function verifyPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  dummy ??= hashPassword('nobody has this password')
  const matches = await verify(passwordHash ?? (await dummy), password)
  return matches && passwordHash !== undefined
}
