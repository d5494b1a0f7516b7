import { createCipheriv } from 'node:crypto'
import { expect, test } from 'vitest'
import { sealText, unsealText } from '../../api/sealing.ts'
import { keyOf } from './fake-database.ts'

test('sealed data opens with the same key at the same place', async () => {
  const key = await keyOf(251) // base64url of it contains - and _
  expect(await unsealText(key, 'a/0', await sealText(key, 'a/0', 'María Núñez'))).toBe('María Núñez')
})

test('the key has exactly the bytes that the server sent', async () => {
  const cipher = createCipheriv('aes-256-gcm', Buffer.alloc(32, 251), Buffer.alloc(12, 7))
  cipher.setAAD(Buffer.from('a/0'))
  const sealed = Uint8Array.from([...cipher.update('text'), ...cipher.final(), ...cipher.getAuthTag()]).buffer
  expect(await unsealText(await keyOf(251), 'a/0', { iv: new Uint8Array(12).fill(7), sealed })).toBe('text')
})

test('sealed bytes reveal neither the text nor whether two texts are equal', async () => {
  const key = await keyOf(1)
  const [one, other] = await Promise.all([sealText(key, 'a', 'aaaaaaaa'), sealText(key, 'a', 'aaaaaaaa')])
  expect(Buffer.from(one.sealed).includes('aaa')).toBe(false)
  expect(Buffer.from(one.sealed).equals(Buffer.from(other.sealed))).toBe(false)
})

test('nothing opens with another key, at another place or after a changed byte', async () => {
  const key = await keyOf(1)
  const sealed = await sealText(key, 'a/0', 'text')
  await expect(unsealText(await keyOf(2), 'a/0', sealed)).rejects.toThrow()
  await expect(unsealText(key, 'a/1', sealed)).rejects.toThrow()
  new Uint8Array(sealed.sealed)[0]! ^= 1
  await expect(unsealText(key, 'a/0', sealed)).rejects.toThrow()
})

test("data sealed before the clinic's new secret opens with a former key; new data uses the new one", async () => {
  const sealed = await sealText(await keyOf(1), 'a/0', 'text')
  const renewed = await keyOf(3, 2, 1)
  expect(await unsealText(renewed, 'a/0', sealed)).toBe('text')
  await expect(unsealText(renewed, 'a/1', sealed)).rejects.toThrow()
  await expect(unsealText(await keyOf(1), 'a/0', await sealText(renewed, 'a/0', 'text'))).rejects.toThrow()
})

test('the key cannot be exported', async () => {
  const { key } = await keyOf(1)
  await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow()
})
