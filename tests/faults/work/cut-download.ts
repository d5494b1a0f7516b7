import { spawnSync } from 'node:child_process'
import { appendFile, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { type Examiner, recordingOf, signIn, startSession, upload } from '../client.ts'
import type { Clinic } from '../clinic.ts'
import type { Scenario } from '../scenario.ts'
import { until } from './jobs.ts'

/** F3: SIGKILL of the server during the download of a takeout. */
export const cutDownload: Scenario = {
  name: 'cut-download',
  longOnly: true,
  title: 'SIGKILL of the server during the download of a takeout: the client notices, and the download resumes',
  async run({ clinic, short, random }) {
    if (spawnSync('unzip', ['-v']).error) return { counts: {}, failures: [], leftOut: 'unzip is not installed' }
    const times = short ? 1 : 20
    let web = await clinic.startServer()
    const worker = await clinic.startServer({ role: 'worker' })
    const examiner = await signIn(clinic.baseUrl)
    const session = await startSession(examiner)
    for (const item of session.items.slice(0, 2))
      await upload(clinic.baseUrl, examiner, session.pathOf(item), recordingOf(100, 48_000))
    const { body } = await examiner.post('/takeouts/', {})
    const uuid = String(body.uuid)
    const isThere = async () => {
      const [takeout] = (await examiner.get('/takeouts/')).body as unknown as [{ status: string }]
      return takeout.status === 'complete'
    }
    const failures: string[] = []
    if (!(await until(isThere))) failures.push('the takeout was not created')
    const counts = { times, 'downloads cut': 0, 'truncated archives seen by unzip': 0, 'whole after resuming': 0 }
    const file = path.join(clinic.dataDir, 'takeout.zip')
    const isWhole = () => spawnSync('unzip', ['-t', file]).status === 0
    for (let i = 0; i < times && failures.length === 0; i++) {
      await writeFile(file, '')
      const isCut = await download(await linkTo(clinic, examiner, uuid), file, random, () => web.kill())
      if (isCut) counts['downloads cut']++
      if (!isWhole()) counts['truncated archives seen by unzip']++
      web = await clinic.startServer()
      await examiner.renew()
      await download(await linkTo(clinic, examiner, uuid), file, random)
      if (isWhole()) counts['whole after resuming']++
    }
    await rm(file, { force: true })
    for (const [what, count] of Object.entries(counts)) if (count !== times) failures.push(`${what}: ${count}`)
    await worker.kill()
    await web.kill()
    return { counts, failures }
  },
}

async function linkTo(clinic: Clinic, examiner: Examiner, uuid: string): Promise<string> {
  const { body } = await examiner.post(`/takeouts/download_link/${uuid}/`, {})
  return `${clinic.baseUrl}${body.url}`
}

/** Resumes at the end of the file. @returns whether the download was cut */
async function download(url: string, file: string, random: () => number, kill?: () => Promise<void>): Promise<boolean> {
  const { size } = await stat(file)
  const killAt = size + 200_000 + random() * 2_000_000
  let received = size
  try {
    const answer = await fetch(url, { headers: size > 0 ? { range: `bytes=${size}-` } : {} })
    for await (const chunk of answer.body!) {
      await appendFile(file, chunk)
      received += chunk.length
      if (kill !== undefined && received > killAt) await kill()
    }
    return false
  } catch {
    return true
  }
}
