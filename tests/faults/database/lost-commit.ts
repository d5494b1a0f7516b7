import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { sql } from 'kysely'
import { type Answer, signIn, startSession } from '../client.ts'
import { openLine } from '../proxy.ts'
import type { Scenario } from '../scenario.ts'

type Create = { what: 'participants' | 'protocol_responses' | 'survey_responses'; path: string; body: object }

type Survey = { id: string; sections: { fields: { name: string; type: string; required?: boolean }[] }[] }

/** All statements of the questionnaire on the voice get the same answer. */
const statementsOf = ({ sections }: Survey) =>
  sections.flatMap(({ fields }) => fields.filter(({ type }) => type === 'radio').map(({ name }) => name))

/** F12: the database commits but its answer is lost; the client sends the same request again. */
export const lostCommit: Scenario = {
  name: 'lost-commit',
  title: 'The answer to the commit of a new participant, session or survey is lost; sent again, it is stored once',
  async run({ clinic, short }) {
    const each = short ? 2 : 20
    const line = await openLine({ path: path.join(clinic.dataDir, 'postgres/cluster/.s.PGSQL.5432') })
    const address = clinic.databaseUrl.replace(/@[^/]*\//, `@127.0.0.1:${line.port}/`)
    const server = await clinic.startServer({ environment: { DATABASE_URL: address } })
    const examiner = await signIn(clinic.baseUrl)
    const session = await startSession(examiner)
    const [locale] = (await examiner.get('/cms/locales/')).body as unknown as [{ id: string }]
    const protocols = (await examiner.get('/protocols/examiner/')).body as unknown as { id: string }[]
    const surveys = (await examiner.get('/surveys/examiner/')).body as unknown as Survey[]
    const survey = surveys.find((candidate) => statementsOf(candidate).length === 10)!
    const response = Object.fromEntries(statementsOf(survey).map((name) => [name, 'often']))
    const failures: string[] = []
    const counts = { sent: 0, 'refused but stored': 0, 'of them stored once': 0, 'stored twice with another key': 0 }
    const countOf = async (what: Create['what']) => {
      const { rows } = await clinic.database.tenant(clinic.organizationId, (tx) =>
        sql<{ count: number }>`select count(*)::int as count from ${sql.table(what)}`.execute(tx),
      )
      return rows[0]!.count
    }
    const creates = (): Create[] => [
      { what: 'participants', path: '/user/participants/', body: { code: `L-${randomUUID()}`, locale: locale.id } },
      {
        what: 'protocol_responses',
        path: `/protocols/responses/${session.participantId}/`,
        body: { protocol_id: protocols[0]!.id },
      },
      {
        what: 'survey_responses',
        path: `/surveys/responses/${session.participantId}/`,
        body: { survey_id: survey.id, response },
      },
    ]
    /** @returns how many rows were added, and whether the first request got no answer */
    const sendTwice = async ({ what, path: address, body }: Create, secondKey?: string) => {
      const keyOf = (key: string) => ({ 'idempotency-key': key })
      const key = randomUUID()
      const before = await countOf(what)
      line.set({ kind: 'lose', words: 'COMMIT\0', times: 1 })
      const first = await examiner.post(address, body, keyOf(key))
      line.set({ kind: 'fair' })
      const isLost = first.status === 503 && (await countOf(what)) === before + 1
      const second = await repeat(() => examiner.post(address, body, keyOf(secondKey ?? key)))
      return { isLost, statuses: `${first.status}, ${second.status}`, rows: (await countOf(what)) - before }
    }
    for (let i = 0; i < each; i++)
      for (const create of creates()) {
        const { isLost, statuses, rows } = await sendTwice(create)
        counts.sent++
        if (isLost) counts['refused but stored']++
        if (isLost && rows === 1 && statuses.endsWith('201')) counts['of them stored once']++
        if (rows !== 1 || !statuses.endsWith('201')) failures.push(`${create.what}: ${statuses}, ${rows} rows`)
      }
    // The server also commits other things, and the lost answer may have been for one of those.
    if (counts['refused but stored'] < counts.sent / 2) failures.push('few of the commits were lost')
    // Check of the scenario itself: a client that forgets its key creates two rows, and the scenario notices.
    const [, newSession] = creates()
    for (let i = 0; i < 3; i++)
      if ((await sendTwice(newSession!, randomUUID())).rows === 2) counts['stored twice with another key']++
    if (counts['stored twice with another key'] === 0) failures.push('the scenario does not notice duplicates')
    await server.kill()
    await line.close()
    return { counts, failures }
  },
}

async function repeat(send: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await send()
    if (answer.status !== 503) return answer
  }
}
