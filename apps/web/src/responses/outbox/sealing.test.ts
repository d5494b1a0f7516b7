import { expect, test } from 'vitest'
import { sealingKeyOf, sealText, unsealText } from './sealing.ts'

const named = (byte: number) => ({ key_id: `k${byte}`, key: Buffer.alloc(32, byte).toString('base64url') })
const keyOf = (byte: number, ...former: number[]) => sealingKeyOf({ ...named(byte), former: former.map(named) })

test('what is sealed comes back with the same key and at the same place', async () => {
  const key = await keyOf(251) // base64url of it has - and _
  expect(await unsealText(key, 'a/0', await sealText(key, 'a/0', 'María Núñez'))).toBe('María Núñez')
})

test('sealed bytes show nothing of the text, nor whether two are alike', async () => {
  const key = await keyOf(1)
  const [one, other] = await Promise.all([sealText(key, 'a', 'aaaaaaaa'), sealText(key, 'a', 'aaaaaaaa')])
  expect(Buffer.from(one.sealed).includes('aaa')).toBe(false)
  expect(Buffer.from(one.sealed).equals(Buffer.from(other.sealed))).toBe(false)
})

test('another key, another place or a changed byte opens nothing', async () => {
  const key = await keyOf(1)
  const sealed = await sealText(key, 'a/0', 'text')
  await expect(unsealText(await keyOf(2), 'a/0', sealed)).rejects.toThrow()
  await expect(unsealText(key, 'a/1', sealed)).rejects.toThrow()
  new Uint8Array(sealed.sealed)[0]! ^= 1
  await expect(unsealText(key, 'a/0', sealed)).rejects.toThrow()
})

test('what was sealed before the clinic replaced its secret opens with a former key, and new things are sealed anew', async () => {
  const sealed = await sealText(await keyOf(1), 'a/0', 'text')
  const renewed = await keyOf(3, 2, 1)
  expect(await unsealText(renewed, 'a/0', sealed)).toBe('text')
  await expect(unsealText(renewed, 'a/1', sealed)).rejects.toThrow()
  await expect(unsealText(await keyOf(1), 'a/0', await sealText(renewed, 'a/0', 'text'))).rejects.toThrow()
})

test('the browser hands the key out to nobody', async () => {
  const { key } = await keyOf(1)
  await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow()
})
