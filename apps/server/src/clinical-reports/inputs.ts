import type { ParticipantId, ProtocolResponse, ReportContent, ReportLanguage, SessionId } from '@fonema/contract'
import { normsOf } from '../findings/measures.ts'
import { toParticipant } from '../participants/queries.ts'
import { requireActiveParticipant, requireParticipant } from '../participants/service.ts'
import type { Tx } from '../platform/database/database.ts'
import { AppError, InvalidFields } from '../platform/http/errors.ts'
import type { Examiner } from '../platform/http/principal.ts'
import { listPopulations } from '../populations/queries.ts'
import { requireOpenSession, requireSession } from '../responses/service.ts'
import { viewSession } from '../responses/view.ts'
import { canonicalJson, sha256Of } from './canonical.ts'
import type { ReadNow } from './changes.ts'
import { type Asked, type ContentDeps, contentOf, usedNorms } from './content.ts'
import { indexSources } from './indices.ts'
import { organizationNow } from './letterhead.ts'
import { findContent, type ReportRow } from './queries.ts'
import { copiedTemplate, renewedTemplate, templateVersion } from './templates.ts'
import { textOf } from './texts.ts'

type About = { participant_id: ParticipantId; session_id: SessionId }

type Measuring = Pick<ProtocolResponse, 'responses' | 'indices'> & {
  protocol: Pick<ProtocolResponse['protocol'], 'locale'>
}

/** The titles of the items, and the names of the indices, that are still being measured. */
export const measuringIn = ({ responses, indices, protocol }: Measuring): string[] => [
  ...responses
    .filter(({ feature_extraction_res }) => feature_extraction_res.some(({ status }) => status === 'pending'))
    .map(({ protocol_item }) => protocol_item.title),
  ...indices
    .filter(({ status }) => status === 'pending')
    .map(({ name }) => (name === 'vowel_space' ? vowelSpaceIn(protocol) : name.toUpperCase())),
]

/** In the language of the session, as the titles of its items are. */
const vowelSpaceIn = ({ locale }: Measuring['protocol']) =>
  textOf(locale.code.slice(0, 2) as ReportLanguage, 'index__name__vowel_space')

/** What a report about the session holds if it is made now, and what is not measured yet. */
async function readNow(
  deps: ContentDeps,
  tx: Tx,
  examiner: Examiner,
  { participant_id, session_id }: About,
  asked: Asked,
) {
  const participant = toParticipant(await requireParticipant(tx, examiner, participant_id))
  const session = await requireSession(tx, examiner, { participant_id, protocol_res_id: session_id })
  const view = await viewSession(deps, tx, session)
  const made = await contentOf(tx, { participant, session, view, asked, timeZone: examiner.timeZone })
  const json = canonicalJson(made)
  return { measuring: measuringIn(view), made, json, sha256: sha256Of(json) }
}

/**
 * The inputs of a report, when one may be made: neither the participant nor the session is archived, the session is
 * complete, and nothing is still being measured.
 */
export async function requireInputs(deps: ContentDeps, tx: Tx, examiner: Examiner, about: About, asked: Asked) {
  const path = { participant_id: about.participant_id, protocol_res_id: about.session_id }
  await requireActiveParticipant(tx, examiner, about.participant_id)
  const session = await requireOpenSession(tx, examiner, path)
  if (session.completed_at === null) throw new InvalidFields({ session: ['invalid'] })
  const { measuring, ...inputs } = await readNow(deps, tx, examiner, about, asked)
  if (measuring.length > 0) throw new AppError('analysis_pending', { measuring })
  return inputs
}

/** The current inputs of a report, to compare with those it was made from. */
export async function inputsNow(deps: ContentDeps, tx: Tx, examiner: Examiner, about: ReportRow): Promise<ReadNow> {
  const path = { participant_id: about.participant_id, protocol_res_id: about.session_id }
  const view = await viewSession(deps, tx, await requireSession(tx, examiner, path))
  const { template } = (JSON.parse(await findContent(tx, about.id)) as ReportContent).sources
  return {
    norms: usedNorms(view, normsOf(await listPopulations(tx), view)),
    indices: indexSources(view),
    organization: await organizationNow(tx),
    template: template === null ? null : await templateVersion(tx, template.id),
  }
}

/** Language, paper and template of a report, as it copied them. */
export async function askedOf(tx: Tx, { id }: Pick<ReportRow, 'id'>): Promise<Asked> {
  const content = JSON.parse(await findContent(tx, id)) as ReportContent
  const { language, paper } = content
  return { language, paper, template: copiedTemplate(content) }
}

/** The same with the template as it is now, for what is made again. */
export async function askedNow(tx: Tx, { id }: Pick<ReportRow, 'id'>): Promise<Asked> {
  const content = JSON.parse(await findContent(tx, id)) as ReportContent
  const { language, paper } = content
  return { language, paper, template: await renewedTemplate(tx, content) }
}

/** Whether a draft can be signed unchanged: compares its inputs with what is stored now. */
export async function draftState(
  deps: ContentDeps,
  tx: Tx,
  examiner: Examiner,
  row: ReportRow,
): Promise<{ measuring: string[]; is_outdated: boolean }> {
  if (row.state !== 'draft') return { measuring: [], is_outdated: false }
  const { measuring, sha256 } = await readNow(deps, tx, examiner, row, await askedOf(tx, row))
  return { measuring, is_outdated: measuring.length === 0 && sha256 !== row.content_sha256 }
}

/** Refuses a draft that is not what would be made now: an examiner signs the values that are stored. */
export async function requireCurrent(deps: ContentDeps, tx: Tx, examiner: Examiner, row: ReportRow): Promise<void> {
  const { sha256 } = await requireInputs(deps, tx, examiner, row, await askedOf(tx, row))
  if (sha256 !== row.content_sha256) throw new AppError('draft_outdated')
}
