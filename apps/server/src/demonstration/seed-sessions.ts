import { createReadStream } from 'node:fs'
import path from 'node:path'
import type { SpeechFields } from '@fonema/contract'
import type { ProtocolFile } from '../content/files.ts'
import { protocolIdOf, protocolItemIdOf } from '../content/load.ts'
import type { Clock } from '../platform/clock.ts'
import type { Examiner } from '../platform/http/principal.ts'
import { skipItem, storeTake } from '../responses/answers.ts'
import { readAudioHeader } from '../responses/audio-header.ts'
import { commentSession, type ResponseDeps, startSession } from '../responses/service.ts'
import { type DemoOrganization, daysBefore, demoOrganizationId, examinerOf } from './seed.ts'

type Deps = ResponseDeps & { protocols: readonly ProtocolFile[]; audioFolder: string }
type DemoSession = DemoOrganization['sessions'][number]

/**
 * Records the demonstration's sessions as an examiner would have, on their days. A start that was cut short goes on
 * where it stopped: each session is found by its day, and answering an item again changes nothing.
 */
export async function seedSessions(deps: Deps, organizations: readonly DemoOrganization[]): Promise<void> {
  for (const organization of organizations) {
    const newestFirst = organization.sessions.toSorted((a, b) => a.days_ago - b.days_ago)
    for (const session of newestFirst) await seedSession(deps, organization, session)
  }
}

async function seedSession(deps: Deps, organization: DemoOrganization, session: DemoSession) {
  const place = await findPlace(deps, organization, session)
  const clock: Clock = { now: () => place.date }
  const past = { ...deps, clock }
  const protocol = deps.protocols.find(({ key, locale }) => key === session.protocol && locale === session.locale)
  if (protocol === undefined) throw new Error(`the demonstration has no protocol ${session.protocol}`)
  const protocolId = protocolIdOf(protocol)
  if (place.isCompleted) return

  const { examiner, participantId } = place
  const sessionId =
    place.sessionId ??
    (await deps.database.tenant(examiner.organizationId, async (tx) => {
      const started = await startSession(past, tx, examiner, participantId, protocolId)
      await commentSession(past, tx, examiner, pathOf(participantId, started.id), session.comment)
      return started.id
    }))
  for (const answer of session.items) {
    const itemPath = {
      ...pathOf(participantId, sessionId),
      protocol_item_id: protocolItemIdOf(protocolId, answer.item),
    }
    if ('skipped' in answer)
      await deps.database.tenant(examiner.organizationId, (tx) =>
        skipItem(past, tx, examiner, itemPath, answer.skipped),
      )
    else await recordItem(past, examiner, itemPath, path.join(deps.audioFolder, answer.audio))
  }
}

const pathOf = (participant_id: string, protocol_res_id: string) => ({ participant_id, protocol_res_id })

async function recordItem(deps: Deps, examiner: Examiner, itemPath: Parameters<typeof storeTake>[2], file: string) {
  const staged = await deps.store.stage(createReadStream(file), deps.maxAudioBytes)
  try {
    const fields: SpeechFields = { take: 1, settings: { device_label: 'synthetic voice' } }
    await storeTake(deps, examiner, itemPath, { staged, header: await readAudioHeader(staged.file), fields })
  } finally {
    await deps.store.discard(staged)
  }
}

/** Whose session it is and when it was, and the session itself when an earlier start has begun it. */
async function findPlace({ database }: Deps, organization: DemoOrganization, session: DemoSession) {
  const planned = organization.participants.find(({ key }) => key === session.participant)!
  return database.tenant(demoOrganizationId(organization), async (tx) => {
    const { created_at } = await tx.selectFrom('organizations').select('created_at').executeTakeFirstOrThrow()
    const participant = await tx
      .selectFrom('participants')
      .innerJoin('examiners', 'examiners.id', 'participants.examiner_id')
      .select(['participants.id', 'examiners.id as examiner_id', 'examiners.user_id'])
      .where('code', '=', planned.code)
      .executeTakeFirstOrThrow()
    const date = daysBefore(created_at, session.days_ago)
    const begun = await tx
      .selectFrom('protocol_responses')
      .select(['id', 'completed_at'])
      .where('participant_id', '=', participant.id)
      .where('date_created', '=', date)
      .executeTakeFirst()
    return {
      participantId: participant.id,
      examiner: examinerOf(organization, { userId: participant.user_id, examinerId: participant.examiner_id }),
      date,
      sessionId: begun?.id,
      isCompleted: begun !== undefined && begun.completed_at !== null,
    }
  })
}
