// A planted bug: an e-mail that nobody has is refused without a look at any hash. This server makes none but the dummy.
import { createRequire } from 'node:module'

type Argon2 = typeof import('@node-rs/argon2')

const argon2: Argon2 = createRequire(import.meta.url)('@node-rs/argon2')
const { hash, verify } = argon2
const made = new Set<unknown>()
argon2.hash = async (...args) => {
  const dummy = await hash(...args)
  made.add(dummy)
  return dummy
}
argon2.verify = async (...args) => !made.has(args[0]) && verify(...args)
