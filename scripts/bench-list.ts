/**
 * `npm run tool -- bench-list [--seconds 5] [--rows 1000]`: compares the list of participants with a bare Fastify
 * handler that runs the same SQL with the same pool and serialises the same rows. Prints requests per second, measured
 * in turns.
 */
import http from 'node:http'
import { parseArgs } from 'node:util'
import type { ExaminerId, ParticipantId } from '@fonema/contract'
import Fastify from 'fastify'
import pg from 'pg'
import { newId } from '../apps/server/src/platform/ids.ts'
import { signIn } from '../tests/faults/client.ts'
import { openClinic } from '../tests/faults/clinic.ts'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '5' },
    rows: { type: 'string', default: '1000' },
    clients: { type: 'string', default: '8' },
    rounds: { type: 'string', default: '3' },
  },
})
const [seconds, rows, clients, rounds] = [values.seconds, values.rows, values.clients, values.rounds].map(Number) as [
  number,
  number,
  number,
  number,
]

const agent = new http.Agent({ keepAlive: true, maxSockets: clients })
const clinic = await openClinic()
const bare = Fastify()
const pool = new pg.Pool({ connectionString: clinic.databaseUrl, max: 20 })
try {
  const examinerId = await fill()
  await clinic.startServer()
  const examiner = await signIn(clinic.baseUrl)
  const address = await listen(examinerId)
  const product = `${clinic.baseUrl}/api/user/participants/`
  const [one, other] = await Promise.all([get(product, examiner.headers()), get(address, {})])
  if (JSON.parse(one).length !== rows || JSON.parse(other).length !== rows)
    throw new Error('the answer has other rows than requested')
  const found = { product: 0, bare: 0 }
  // In turns, so that other work on the machine affects both equally.
  for (let round = 0; round < rounds; round++) {
    found.product += await rate(product, examiner.headers())
    found.bare += await rate(address, {})
  }
  const perSecond = (total: number) => (total / rounds).toFixed(1)
  console.log(`${rows} rows, ${clients} clients, ${rounds} × ${seconds} s each`)
  console.log(`product  ${perSecond(found.product)} requests/s, ${(one.length / 1000).toFixed(0)} kB`)
  console.log(`bare     ${perSecond(found.bare)} requests/s, ${(other.length / 1000).toFixed(0)} kB`)
  console.log(`ratio    ${(found.product / found.bare).toFixed(2)}`)
} finally {
  await bare.close()
  await pool.end()
  await clinic.close()
}

/** Participants of the clinic's only examiner, with every field filled in. */
async function fill(): Promise<ExaminerId> {
  return clinic.database.tenant(clinic.organizationId, async (tx) => {
    const examiner = await tx.selectFrom('examiners').select(['id', 'user_id']).executeTakeFirstOrThrow()
    const locale = await tx.selectFrom('locales').select('id').limit(1).executeTakeFirstOrThrow()
    const all = Array.from({ length: rows }, (_, index) => ({
      id: newId<ParticipantId>(),
      organization_id: clinic.organizationId,
      examiner_id: examiner.id,
      code: `B-${index}`,
      first_name: `Nombre ${index}`,
      last_name: `Apellido ${index}`,
      birthday: '1950-05-17',
      sex: 'f' as const,
      education_years: 12,
      occupation: 'docente',
      diagnose: 'G20 Parkinson',
      diagnose_date: '2020-02-03',
      locale_id: locale.id,
      phone: '+5491155550000',
      country: 'AR',
      created_by: examiner.user_id,
      created_at: new Date(Date.now() - index * 60_000),
    }))
    for (let at = 0; at < rows; at += 500)
      await tx
        .insertInto('participants')
        .values(all.slice(at, at + 500))
        .execute()
    return examiner.id
  })
}

async function listen(examinerId: ExaminerId): Promise<string> {
  bare.get('/', async () => {
    const { rows: found } = await pool.query(
      `select id, code, first_name, last_name, birthday, sex, education_years, occupation, diagnose, diagnose_date,
         locale_id, phone, country, active, created_at from participants where examiner_id = $1 order by created_at desc, id desc`,
      [examinerId],
    )
    return found
  })
  return bare.listen({ port: 0, host: '127.0.0.1' })
}

function get(url: string, headers: Record<string, string>): Promise<string> {
  return new Promise((resolve, reject) => {
    http
      .get(url, { headers, agent }, (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk) => chunks.push(chunk))
        answer.once('end', () => {
          if (answer.statusCode === 200) resolve(Buffer.concat(chunks).toString())
          else reject(new Error(`${answer.statusCode}`))
        })
      })
      .once('error', reject)
  })
}

async function rate(url: string, headers: Record<string, string>): Promise<number> {
  const until = performance.now() + seconds * 1000
  let count = 0
  const begun = performance.now()
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (performance.now() < until) {
        await get(url, headers)
        count++
      }
    }),
  )
  return (count * 1000) / (performance.now() - begun)
}
