// A planted bug: an unknown e-mail is refused without comparing a hash. This server makes no other hash than the dummy.
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
