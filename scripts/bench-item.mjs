// Measures how long an item of one minute waits for its results: from the first byte of its upload to each function's
// result, with the embedded recogniser and the demonstration's model. Adds a participant. Run by hand against a running
// demonstration that has measured its sessions:
//   BASE=http://127.0.0.1:8080 DEMO_PASSWORD=… node scripts/bench-item.mjs
import { readFileSync } from 'node:fs'
import { loadavg } from 'node:os'

const base = process.env.BASE ?? 'http://127.0.0.1:8080'
const seconds = 60
const phrase = new URL('../apps/server/src/analysis/transcription/fixtures/es_numbers.wav', import.meta.url)

const signedIn = await call('POST', '/user/api/token/', {
  email: 'examiner@demo.example',
  password: process.env.DEMO_PASSWORD,
})
const headers = { authorization: `Bearer ${signedIn.access}` }
const [locale] = (await call('GET', '/cms/locales/')).filter(({ code }) => code === 'es-ES')
const participant = await call('POST', '/user/participants/', { code: `BENCH-${Date.now()}`, locale: locale.id })
const protocol = (await call('GET', '/protocols/examiner/')).find(({ items }) =>
  items.some(({ category }) => category.name === 'picture_description'),
)
const item = protocol.items.find(({ category }) => category.name === 'picture_description')
const session = await call('POST', `/protocols/responses/${participant.id}/`, { protocol_id: protocol.id })

const form = new FormData()
form.set('speech', new Blob([repeated(readFileSync(phrase), seconds)], { type: 'audio/wav' }), 'speech.wav')
const from = performance.now()
const path = `/protocols/responses/${participant.id}/${session.id}/`
await call('POST', `${path}item/${item.id}/`, form)
console.log(`${seconds} s of speech (load of the machine: ${loadavg()[0].toFixed(1)})`)
printTime('stored')
const done = new Set()
for (;;) {
  const { responses } = await call('GET', `${path}?distributions=false`)
  const results = responses[0].feature_extraction_res
  for (const { status, error, feature_extraction_func } of results) {
    if (status === 'pending' || done.has(feature_extraction_func.entry)) continue
    done.add(feature_extraction_func.entry)
    printTime(`${feature_extraction_func.entry}${error === null ? '' : ` (${error})`}`)
  }
  if (done.size === results.length) break
  await new Promise((resolve) => setTimeout(resolve, 100))
}

function printTime(what) {
  console.log(`${what.padEnd(20)} after ${((performance.now() - from) / 1000).toFixed(1)} s`)
}

/** A 16-bit mono WAV, repeated up to this length. */
function repeated(wav, length) {
  const [head, samples] = [wav.subarray(0, 44), wav.subarray(44)]
  const bytes = length * head.readUInt32LE(28)
  const data = Buffer.alloc(bytes - (bytes % 2))
  for (let at = 0; at < data.length; at += samples.length) samples.copy(data, at)
  const header = Buffer.from(head)
  header.writeUInt32LE(36 + data.length, 4)
  header.writeUInt32LE(data.length, 40)
  return Buffer.concat([header, data])
}

async function call(method, address, body) {
  const isForm = body instanceof FormData
  const response = await fetch(`${base}/api${address}`, {
    method,
    headers: {
      ...(address.includes('/token/') ? {} : headers),
      ...(body && !isForm && { 'content-type': 'application/json' }),
    },
    body: isForm ? body : (body && JSON.stringify(body)) || null,
  })
  if (!response.ok) throw new Error(`${method} ${address}: ${response.status} ${await response.text()}`)
  return response.json()
}
