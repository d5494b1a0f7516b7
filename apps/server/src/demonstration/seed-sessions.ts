import { createReadStream } from 'node:fs'
import path from 'node:path'
import type { ParticipantId, SessionId, SpeechFields } from '@fonema/contract'
import { typeTranscript } from '../analysis/transcript-service.ts'
import type { ProtocolFile } from '../content/formats.ts'
import { protocolIdOf, protocolItemIdOf } from '../content/load.ts'
import type { Examiner } from '../platform/http/principal.ts'
import { skipItem, storeTake } from '../responses/answers.ts'
import { readAudioHeader } from '../responses/audio-header.ts'
import { findItemResponses } from '../responses/queries.ts'
import { commentSession, type ResponseDeps, setSessionActive, startSession } from '../responses/service.ts'
import { type DemoOrganization, daysBefore, demoOrganizationId, examinerOf } from './seed.ts'

type Deps = ResponseDeps & { protocols: readonly ProtocolFile[]; audioFolder: string }
type DemoSession = DemoOrganization['sessions'][number]

// The time between the starts of two items.
const itemSeconds = 75

/**
 * Records the demonstration's sessions as an examiner would have, on their days, newest first. An interrupted start
 * resumes, and later changes by users are kept.
 */
export async function seedSessions(
  deps: Deps,
  organizations: readonly DemoOrganization[],
  signal?: AbortSignal,
): Promise<void> {
  const sessions = organizations.flatMap((organization) =>
    organization.sessions.map((session) => ({ organization, session })),
  )
  for (const { organization, session } of sessions.sort((a, b) => a.session.days_ago - b.session.days_ago)) {
    if (signal?.aborted) return
    await seedSession(deps, organization, session)
  }
}

async function seedSession(deps: Deps, organization: DemoOrganization, session: DemoSession) {
  const protocol = deps.protocols.find(({ key, locale }) => key === session.protocol && locale === session.locale)
  if (protocol === undefined) throw new Error(`the demonstration has no protocol ${session.protocol}`)
  const protocolId = protocolIdOf(protocol)
  const answers = session.items.map((answer, index) => ({
    answer,
    itemId: protocolItemIdOf(protocolId, answer.item),
    seconds: (index + 1) * itemSeconds,
  }))

  const place = await findPlace(deps, organization, session)
  if (place === undefined) return
  const missing = answers.filter(({ itemId }) => !place.answered.has(itemId))
  if (missing.length === 0) return

  const { examiner, participantId, date } = place
  const { database } = deps
  const past = (seconds: number) => ({ ...deps, clock: { now: () => new Date(date.getTime() + seconds * 1000) } })
  const sessionId =
    place.sessionId ??
    (await database.tenant(examiner.organizationId, async (tx) => {
      const started = await startSession(past(0), tx, examiner, participantId, { protocol_id: protocolId })
      await commentSession(past(0), tx, examiner, pathOf(participantId, started.id), session)
      return started.id
    }))
  const sessionPath = pathOf(participantId, sessionId)
  for (const { answer, itemId, seconds } of missing) {
    const itemPath = { ...sessionPath, protocol_item_id: itemId }
    if ('skipped' in answer)
      await database.tenant(examiner.organizationId, (tx) =>
        skipItem(past(seconds), tx, examiner, itemPath, answer.skipped),
      )
    else {
      const then = past(seconds)
      const typed = answer.transcript === undefined ? then : withTranscript(then, answer.transcript)
      const recording = answer.prompts === undefined ? typed : withExaminer(typed)
      await recordItem(recording, examiner, itemPath, path.join(deps.audioFolder, answer.audio))
    }
  }
  if (session.archived === true)
    await database.tenant(examiner.organizationId, (tx) => setSessionActive(past(0), tx, examiner, sessionPath, false))
}

/** Speech outside the vocabulary of the demonstration's recogniser gets a typed transcript with the take. */
const withTranscript = (deps: Deps, text: string): Deps => ({
  ...deps,
  async planAnalysis(tx, take, item, isPractice) {
    await deps.planAnalysis(tx, take, item, isPractice)
    const spoken = { takeId: take.id, organizationId: take.organization_id }
    await typeTranscript(deps, tx, spoken, text, { authorId: null, basedOn: 0 })
  },
})

/** The examiner is heard in the recording too. */
const withExaminer = (deps: Deps): Deps => ({
  ...deps,
  async planAnalysis(tx, take, item, isPractice) {
    await tx.updateTable('takes').set({ people: 2 }).where('id', '=', take.id).execute()
    await deps.planAnalysis(tx, take, item, isPractice)
  },
})

const pathOf = (participant_id: ParticipantId, protocol_res_id: SessionId) => ({ participant_id, protocol_res_id })

async function recordItem(deps: Deps, examiner: Examiner, itemPath: Parameters<typeof storeTake>[2], file: string) {
  const staged = await deps.store.stage(createReadStream(file), deps.maxAudioBytes)
  try {
    const fields: SpeechFields = { take: 1, settings: { device_label: 'synthetic voice' } }
    await storeTake(deps, examiner, itemPath, { staged, header: await readAudioHeader(staged.file), fields })
  } finally {
    await deps.store.discard(staged)
  }
}

/**
 * The participant, examiner and date of a session, and the items that an earlier start has recorded. Undefined when the
 * participant differs from the planned one (an earlier edition of the demonstration had others), or when the
 * participant or session was archived.
 */
async function findPlace({ database }: Deps, organization: DemoOrganization, session: DemoSession) {
  const planned = organization.participants.find(({ key }) => key === session.participant)!
  return database.tenant(demoOrganizationId(organization), async (tx) => {
    const { created_at } = await tx.selectFrom('organizations').select('created_at').executeTakeFirstOrThrow()
    const participant = await tx
      .selectFrom('participants')
      .innerJoin('examiners', 'examiners.id', 'participants.examiner_id')
      .select(['participants.id', 'examiners.id as examiner_id', 'examiners.user_id'])
      .where('code', '=', planned.code)
      .where('participants.created_at', '=', daysBefore(created_at, planned.created_days_ago))
      .where('participants.active', '=', true)
      .executeTakeFirst()
    if (participant === undefined) return undefined
    const date = daysBefore(created_at, session.days_ago)
    const begun = await tx
      .selectFrom('protocol_responses')
      .select(['id', 'active'])
      .where('participant_id', '=', participant.id)
      .where('date_created', '=', date)
      .executeTakeFirst()
    if (begun?.active === false) return undefined
    const answers = begun === undefined ? [] : await findItemResponses(tx, begun.id)
    return {
      participantId: participant.id,
      examiner: examinerOf(organization, { userId: participant.user_id, examinerId: participant.examiner_id }),
      date,
      sessionId: begun?.id,
      answered: new Set(answers.map(({ protocol_item_id }) => protocol_item_id)),
    }
  })
}
