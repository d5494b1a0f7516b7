import { setTimeout as sleep } from 'node:timers/promises'
import { type Examiner, type Recording, recordingOf, type Session, signIn, startSession, upload } from '../client.ts'
import type { Clinic, Plant } from '../clinic.ts'
import type { Scenario } from '../scenario.ts'
import { audit, countLeftovers, failuresOf, type Sent } from '../stored.ts'

const writers = 8
const plantedKills = 30

/** SIGKILL of the server at random moments while eight examiners upload. */
export const killServer: Scenario = {
  name: 'kill-server',
  title: 'SIGKILL of the server while 8 clients upload',
  async run({ clinic, short, random }) {
    const { result, kills } = await killWhileWriting(clinic, random, { kills: short ? 3 : 200 })
    const leftovers = await countLeftovers(clinic)
    const planted = await killWhileWriting(clinic, random, { kills: plantedKills, plant: 'late-commit' })
    return {
      counts: {
        kills,
        ...result,
        ...leftovers,
        'lost with the planted bug (answer before commit)': `${planted.result.lost} in ${planted.kills} kills`,
      },
      failures: [
        ...failuresOf(result),
        ...(planted.result.lost === 0 ? ['the planted bug (answer before commit) was not caught'] : []),
      ],
    }
  },
}

/** With a plant: until the bug shows. */
async function killWhileWriting(
  clinic: Clinic,
  random: () => number,
  { kills, plant }: { kills: number; plant?: Plant },
) {
  let server = await clinic.startServer()
  const examiner = await signIn(clinic.baseUrl)
  const sessions = await Promise.all(Array.from({ length: writers }, () => startSession(examiner)))
  if (plant !== undefined) {
    // The planted bug must affect the uploads only, not the sign-in.
    await server.kill()
    server = await clinic.startServer({ plant })
  }
  const sent: Sent[] = []
  const moment = { stop: false }
  const writing = Promise.all(sessions.map((session) => write(clinic, examiner, session, random, sent, moment)))
  // The failure is reported after everybody has stopped; until then the kills continue.
  writing.catch(() => {
    moment.stop = true
  })
  let done = 0
  while (done < kills && !moment.stop) {
    const before = countTaken(sent)
    while (countTaken(sent) < before + writers && !moment.stop) await sleep(10)
    await sleep(random() * 400)
    await server.kill()
    done++
    if (plant !== undefined && (await audit(clinic, sent)).lost > 0) break
    server = await clinic.startServer({ plant })
  }
  moment.stop = true
  await writing
  await server.kill()
  return { kills: done, result: await audit(clinic, sent) }
}

const countTaken = (sent: readonly Sent[]) => sent.filter(({ acknowledged }) => acknowledged).length

/** Uploads recordings one after another. One that is not acknowledged is sent again or given up, at random. */
async function write(
  clinic: Clinic,
  examiner: Examiner,
  session: Session,
  random: () => number,
  sent: Sent[],
  moment: { stop: boolean },
) {
  const items = session.items.toSorted((a, b) => a.min_duration - b.min_duration).slice(0, 2)
  for (let count = 0; !moment.stop; count++) {
    const item = items[count % 2]!
    const take = Math.floor(count / 2) + 1
    const seconds = item.min_duration + 1 + (random() < 0.1 ? 40 : 4) * random()
    const recording = recordingOf(seconds, 8000)
    const entry = { sessionId: session.id, itemId: item.id, sha256: recording.sha256, acknowledged: false }
    sent.push(entry)
    do {
      entry.acknowledged = await isTaken(clinic, examiner, session.pathOf(item), recording, take)
    } while (!entry.acknowledged && !moment.stop && random() < 0.95)
  }
}

async function isTaken(clinic: Clinic, examiner: Examiner, itemPath: string, recording: Recording, take: number) {
  try {
    const { status, body } = await upload(clinic.baseUrl, examiner, itemPath, recording, { take: String(take) })
    if (status === 200 || status === 201) return true
    if (status === 401) await examiner.renew()
    else if (status < 500) throw new Refused(`take ${take} of ${itemPath}: ${status} ${JSON.stringify(body)}`)
  } catch (error) {
    if (error instanceof Refused) throw error
    await sleep(100) // the server is down
  }
  return false
}

class Refused extends Error {}
