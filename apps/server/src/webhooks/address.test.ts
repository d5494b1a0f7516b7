import { expect, test } from 'vitest'
import { addressesOf, createAddressRule, parseTarget } from './address.ts'

const addressOf = async (text: string) =>
  (await addressesOf(parseTarget(text)!, async () => [{ address: '93.184.216.34', family: 4 }]))[0]!

const privateTargets = [
  'https://127.0.0.1/',
  'https://2130706433/',
  'https://0x7f.1/',
  'https://0177.0.0.1/',
  'https://10.0.0.1/',
  'https://172.16.0.1/',
  'https://192.168.1.1/',
  'https://169.254.169.254/latest/meta-data/',
  'https://100.64.0.1/',
  'https://0.0.0.0/',
  'https://192.0.0.192/',
  'https://198.18.0.1/',
  'https://224.0.0.1/',
  'https://255.255.255.255/',
  'https://[::]/',
  'https://[::1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:a00:1]/',
  'https://[64:ff9b::7f00:1]/',
  'https://[2002:7f00:1::]/',
  'https://[2001::1]/',
  'https://[fc00::1]/',
  'https://[fd00:ec2::254]/',
  'https://[fe80::1]/',
  'https://[fec0::1]/',
  'https://[ff02::1]/',
]

test('an address of a private, local, reserved or tunnelled network may not be called, however it is written', async () => {
  const { permits } = createAddressRule([])
  const permitted = []
  for (const target of privateTargets) if (permits(await addressOf(target), true)) permitted.push(target)
  expect(permitted).toEqual([])
})

test('a public address may be called with TLS only', async () => {
  const { permits } = createAddressRule([])
  for (const target of ['https://93.184.216.34/', 'https://[2606:2800:220:1::1]/', 'https://clinic.example/']) {
    expect([target, permits(await addressOf(target), true)]).toEqual([target, true])
    expect([target, permits(await addressOf(target), false)]).toEqual([target, false])
  }
})

test('the operator’s networks may be called with and without TLS, and nothing beside them', async () => {
  const { permits } = createAddressRule(['10.1.0.0/16', 'fd00::/8'])
  for (const target of ['http://10.1.2.3/', 'http://[fd12::1]/']) {
    expect(permits(await addressOf(target), true)).toBe(true)
    expect(permits(await addressOf(target), false)).toBe(true)
  }
  expect(permits(await addressOf('https://10.2.0.1/'), true)).toBe(false)
})

test('only http and https without a user name are targets', () => {
  const refused = ['', 'x', 'ftp://a.example/', 'file:///etc/passwd', 'https://user:word@a.example/', 'javascript:1']
  expect(refused.filter((text) => parseTarget(text) !== undefined)).toEqual([])
})
