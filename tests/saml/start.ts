// node tests/saml/start.ts [return address]: a house with SAML only and a bridge, for a clinic on this machine.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { freePort } from '../../scripts/cluster/proxy.ts'
import { client, issuerOf, startBridge } from './bridge.ts'
import { unpackPrograms } from './debian-programs.ts'
import { housePassword, people, startHouse } from './house.ts'

const port = 4600
console.log(`In the clinic, under Administration → Sign-in, add a provider:
  Issuer     ${issuerOf(port)}
  Client     ${client.id}, secret ${client.secret}
  Addresses  demo.example; the house assigns them
  Rule       groups, speech, examiner`)
const redirectUri = process.argv[2] ?? (await ask('Return address that the page shows then: '))

const folder = mkdtempSync(join(tmpdir(), 'fonema-saml-'))
const stops: (() => Promise<void>)[] = [async () => rmSync(folder, { recursive: true, force: true })]
const stop = async () => {
  for (const one of stops.splice(0).reverse()) await one()
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop().then(() => process.exit()))

try {
  const programs = unpackPrograms()
  const house = await startHouse(programs, join(folder, 'house'), await freePort())
  stops.push(house.stop)
  const returns = { redirectUri, after: `${new URL(redirectUri).origin}/` }
  const bridge = await startBridge(programs, join(folder, 'bridge'), port, { house: house.metadata, returns })
  stops.push(bridge.stop)
  house.trust(bridge.metadata)
  console.log(`House ${house.url}, bridge ${bridge.issuer}, files in ${folder}. Ctrl-C ends and removes them.`)
  for (const [name, { mail, groups }] of Object.entries(people))
    console.log(`  ${name}, password ${housePassword}: ${mail}, groups ${groups.join(' and ')}`)
} catch (error) {
  await stop()
  throw error
}

async function ask(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await lines.question(question)
  lines.close()
  return answer.trim()
}
