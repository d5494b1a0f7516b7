import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { sql } from 'kysely'
import { type Answer, signIn, startSession } from '../client.ts'
import { openLine } from '../proxy.ts'
import type { Rig } from '../rig.ts'

type Create = { what: 'participants' | 'protocol_responses' | 'survey_responses'; path: string; body: object }

type Survey = { id: string; sections: { fields: { name: string; type: string; required?: boolean }[] }[] }

/** Those of the questionnaire on the voice are answered alike. */
const statementsOf = ({ sections }: Survey) =>
  sections.flatMap(({ fields }) => fields.filter(({ type }) => type === 'radio').map(({ name }) => name))

/** F12: the database commits, and its answer is lost; the client sends the same again. */
export const lostCommit: Rig = {
  name: 'lost-commit',
  title: 'The answer to the commit of a new participant, session and survey is lost; sent again, it is there once',
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
    const counts = { sent: 0, 'refused, and there': 0, 'there once': 0 }
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
    for (let i = 0; i < each; i++)
      for (const { what, path: address, body } of creates()) {
        const key = { 'idempotency-key': randomUUID() }
        const before = await countOf(what)
        line.set({ kind: 'lose', words: 'COMMIT\0', times: 1 })
        const first = await examiner.post(address, body, key)
        line.set({ kind: 'fair' })
        const between = await countOf(what)
        const second = await repeat(() => examiner.post(address, body, key))
        const after = await countOf(what)
        counts.sent++
        if (first.status === 503 && between === before + 1) counts['refused, and there']++
        if (second.status === 201 && after === before + 1) counts['there once']++
        else
          failures.push(
            `${what}: ${first.status}, ${second.status} ${JSON.stringify(second.body)}, ${after - before} rows`,
          )
      }
    // The server commits other things too, and it may have been one of those.
    if (counts['refused, and there'] < counts.sent / 2) failures.push('few of the commits were lost')
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
