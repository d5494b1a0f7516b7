/**
 * `npm run test:load [-- r1 r2 --minutes 10 --double]`: simulates a clinic's day on this machine and compares it with
 * the goals. Calls start whether or not earlier ones were answered; each is timed from the moment when it was due.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { ensureDebianPackages } from '../debian-packages.mjs'
import { DEBIAN_POSTGRES } from '../debian-postgres.mjs'
import { canStartRadosgw, RADOSGW_NEEDS } from '../debian-radosgw.mjs'
import type { Pace } from './arrivals.ts'
import { byChance } from './arrivals.ts'
import { openCaller } from './calls.ts'
import { openClinician, type Sent, signIn } from './clinician.ts'
import { countMeasured, judge } from './oracle.ts'
import { describeBreaking, describePhase, describeRoutes, describeVerdict, type Phase } from './report.ts'
import { type Clinic, clinicianOf, ownerOf, seed } from './seed.ts'
import { openR1, openR2, type Site } from './site.ts'
import { startWatching } from './watch.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    minutes: { type: 'string', default: '10' },
    double: { type: 'boolean', default: false },
    /** Clinicians of R1; R2 has twice as many. Three in ten record. */
    clinicians: { type: 'string', default: '200' },
    participants: { type: 'string', default: '10000' },
    items: { type: 'string', default: '100000' },
  },
})
const minutes = Number(values.minutes)
const doubledMinutes = Math.min(5, minutes)
// Everybody signs in at the same time, and the programs have just started: this does not represent a steady day.
const warmingSeconds = 90
const loginEverySeconds = 5
const say = (line: string) => process.stdout.write(`${line}\n`)

const setups = positionals.length === 0 ? ['r1', 'r2'] : positionals
let isSound = true
for (const setup of setups) {
  const clinicians = Number(values.clinicians) * (setup === 'r2' ? 2 : 1)
  const site = await open(setup, clinicians)
  if (site === undefined) continue
  try {
    isSound = (await hold(site, clinicians)) && isSound
  } finally {
    await site.close()
  }
}
process.exit(isSound ? 0 : 1)

async function open(setup: string, clinicians: number): Promise<Site | undefined> {
  if (setup === 'r1') return openR1()
  if (setup !== 'r2') throw new Error(`unknown setup ${setup}: use r1 or r2`)
  ensureDebianPackages([{ file: DEBIAN_POSTGRES, package: 'postgresql-15' }, ...RADOSGW_NEEDS])
  if (!canStartRadosgw()) return void say('Left out: R2 (Ceph can only be started by root)')
  const items = ((clinicians * 0.3) / 20) * 60 * (minutes + (values.double ? 2 * doubledMinutes : 0) + 2)
  return openR2(Math.max(1 << 30, Math.ceil(items * 1.5) * 1_000_000))
}

async function hold(site: Site, clinicians: number): Promise<boolean> {
  say(`## ${site.name}: ${clinicians} clinicians, ${Math.round(clinicians * 0.3)} of them recording\n`)
  const clinics = clinicsFor(clinicians)
  await site.prepare((databaseUrl) => seed(databaseUrl, clinics))
  await site.start()
  const caller = openCaller(site.url)
  const pace: Pace = { factor: 1, hasEnded: false }
  const sent: Sent[] = []
  const opened = new Date()
  await begin(clinics)
  const watching = startWatching()

  async function begin(all: readonly Clinic[]) {
    const emails = all.flatMap((clinic, index) =>
      Array.from({ length: clinic.clinicians }, (_, place) => clinicianOf(index, place)),
    )
    // A few at a time, as people arrive at work.
    for (let at = 0; at < emails.length; at += 8) {
      const some = emails.slice(at, at + 8)
      const opened = await Promise.all(some.map((email) => openClinician(caller, pace, email, sent)))
      for (const [index, clinician] of opened.entries())
        clinician.work({ records: (at + index) % 10 < 3, looks: (at + index) % 10 >= 8 })
    }
    byChance(pace, loginEverySeconds, () => signIn(caller, emails[Math.floor(Math.random() * emails.length)]!))
    await orderTakeout()
  }

  /** The largest organisation's owner orders a takeout of all its data. */
  async function orderTakeout() {
    const tokens = await signIn(caller, ownerOf(0))
    const path = '/takeouts/organization/'
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${tokens?.access}` }
    const body = Buffer.from(JSON.stringify({ include_audio: false }))
    await caller.call({ kind: 'write', method: 'POST', route: path, path, headers, body })
  }

  async function phase(name: string, seconds: number): Promise<Phase> {
    const from = new Date()
    const [firstSample, firstGlance] = [caller.samples.length, watching.glances.length]
    watching.look()
    await sleep((seconds * 1000) / 2)
    const begun = performance.now()
    await Promise.all(
      Array.from({ length: 50 }, (_, place) => signIn(caller, clinicianOf(0, place % clinics[0]!.clinicians), 'burst')),
    )
    const burstMs = performance.now() - begun
    await sleep((seconds * 1000) / 2)
    watching.look()
    const samples = caller.samples.slice(firstSample)
    const glances = watching.glances.slice(firstGlance)
    return { name, isDoubled: pace.factor > 1, samples, glances, stretch: { from, to: new Date() }, burstMs }
  }

  await sleep(warmingSeconds * 1000)
  const goals = { uploadMs: site.name === 'R1' ? 1500 : 2000 }
  const phases = [await phase(`${site.name}, steady for ${minutes} min`, minutes * 60)]
  if (values.double) {
    pace.factor = 2
    phases.push(await phase(`${site.name}, doubled for ${doubledMinutes} min`, doubledMinutes * 60))
  }
  pace.hasEnded = true
  watching.stop()
  await caller.settle()
  caller.close()
  const { verdict, queues } = await site.inspect(async (databaseUrl, store) => ({
    verdict: await judge(sent, databaseUrl, store),
    queues: await Promise.all(phases.map(({ stretch }) => countMeasured(databaseUrl, opened, stretch))),
  }))
  for (const [index, each] of phases.entries()) {
    say(`${describePhase(each, queues[index]!, goals)}\n`)
    say(`${describeRoutes(each.samples)}\n`)
    say(`${describeBreaking(each, goals)}\n`)
  }
  say(`${describeVerdict(verdict)}\n`)
  return verdict.lost + verdict.wrong + verdict.doubled === 0
}

/** Twenty organisations; the largest has half of the clinicians and half of all data. */
function clinicsFor(clinicians: number): Clinic[] {
  const [participants, items] = [Number(values.participants), Number(values.items)]
  const largest = { clinicians: clinicians / 2, participants, items: items / 2 }
  const others = 19
  const each = Math.max(1, Math.floor(clinicians / 2 / others))
  const left = clinicians / 2 - each * others
  return [
    largest,
    ...Array.from({ length: others }, (_, index) => ({
      clinicians: each + (index < left ? 1 : 0),
      participants: Math.ceil(participants / 20),
      items: Math.floor(items / 2 / others),
    })),
  ]
}
