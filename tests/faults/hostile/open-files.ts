import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from 'playwright'
import { openChromium } from '../browser/chromium.ts'
import type { Examiner, Session } from '../client.ts'
import type { Clinic } from '../clinic.ts'
import type { Beacon } from './beacon.ts'

/** How a page of the same origin would embed the address. The page's own policy is removed for it. */
const embeddings: Record<string, (url: string) => string> = {
  iframe: (url) => `<iframe src="${url}"></iframe>`,
  object: (url) => `<object data="${url}"></object>`,
  embed: (url) => `<embed src="${url}">`,
  script: (url) => `<script src="${url}"></script>`,
  image: (url) => `<img src="${url}">`,
  style: (url) => `<link rel="stylesheet" href="${url}">`,
  audio: (url) => `<audio src="${url}" autoplay></audio>`,
}

/** Opens stored files in Chromium: by their address, and in every element that accepts one. */
export async function executionsOf(
  { baseUrl }: Clinic,
  examiner: Examiner,
  session: Session,
  beacon: Beacon,
  accepted: readonly { name: string }[],
) {
  const profile = await mkdtemp(path.join(tmpdir(), 'fonema-files-'))
  const { page, kill } = await openChromium(profile)
  const failures: string[] = []
  await examiner.renew()
  const names = new Set(accepted.map(({ name }) => name))
  const { body } = await examiner.get(`/files/${session.participantId}/`)
  const stored = (body as unknown as { id: string; filename: string }[]).filter(({ filename }) => names.has(filename))
  try {
    for (const { id, filename } of stored) {
      await examiner.renew()
      const link = await examiner.get(`/files/${session.participantId}/${id}/presigned_url/`)
      const url = `${baseUrl}${link.body.url}`
      const before = beacon.hits.length
      await page.goto(url).catch(() => {}) // a download opens no page
      await embed(page, baseUrl, url)
      if (beacon.hits.length > before) failures.push(`${filename} ran: ${beacon.hits.slice(before).join(' ')}`)
    }
    const ran = beacon.hits.length
    const ranWithoutHeaders = await runWithoutHeaders(page, beacon)
    if (ranWithoutHeaders === 0) failures.push('a script served as a page did not run: the scenario detects nothing')
    return { failures, ran, ranWithoutHeaders, ways: stored.length * (Object.keys(embeddings).length + 1) }
  } finally {
    await kill()
    await rm(profile, { recursive: true, force: true })
  }
}

async function embed(page: Page, baseUrl: string, url: string) {
  const elements = Object.values(embeddings).map((make) => make(url))
  const address = `${baseUrl}/embedding`
  await page.route(address, (route) =>
    route.fulfill({ contentType: 'text/html', body: `<!doctype html><body>${elements.join('')}` }),
  )
  await page.goto(address, { waitUntil: 'load' })
  await page.waitForTimeout(50)
  await page.unroute(address)
}

/** Check of the scenario itself: the same bytes, as any web server would serve them. */
async function runWithoutHeaders(page: Page, beacon: Beacon): Promise<number> {
  const before = beacon.hits.length
  const script = `<script>fetch('${beacon.url}/control')</script>`
  beacon.pages.set('/file.wav', { type: 'text/html', body: Buffer.from(`RIFF\x10\0\0\0WAVE${script}`, 'latin1') })
  await page.goto(`${beacon.url}/file.wav`)
  await page.waitForTimeout(200)
  return beacon.hits.length - before
}
