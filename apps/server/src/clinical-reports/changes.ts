import type { Participant, ReportChange, ReportContent } from '@fonema/contract'
import { type Entry, versionOf } from '../analysis/functions.ts'
import type { Tx } from '../platform/database/database.ts'
import { findSession } from '../responses/queries.ts'
import { shownTakesOf } from './content.ts'
import '../analysis/campaigns/tables.ts'
import '../analysis/tables.ts'
import '../analysis/transcript-tables.ts'

/** The data of a participant that a report prints or that decide a comparison. */
const compared = [
  'code',
  'first_name',
  'last_name',
  'birthday',
  'sex',
  'education_years',
  'diagnose',
  'diagnose_date',
] as const

/** The norms with which the session is compared now, and its indices. */
export type ReadNow = Pick<ReportContent['sources'], 'norms' | 'indices'> & {
  organization: ReportContent['organization']
  /** The version of the report's template; null: it has none, or it was deleted, and the copy stays. */
  template: number | null
}

/** The inputs of a report that have changed since its draft was made. */
export async function changesSince(
  tx: Tx,
  content: ReportContent,
  participant: Participant,
  now: ReadNow,
): Promise<ReportChange[]> {
  const { sources } = content
  return [
    ...(await changedTakes(tx, content, participant)),
    ...(await changedTranscripts(tx, sources)),
    ...changedMeasures(sources),
    ...(await measuredSince(tx, sources)),
    ...changedNorms(sources, now),
    ...changedIndices(sources, now),
    ...compared
      .filter((field) => participant[field] !== content.participant[field])
      .map((field): ReportChange => ({ kind: 'participant', field })),
    ...changedTemplate(content, now),
    ...(isSameLetterhead(content.organization, now.organization) ? [] : [{ kind: 'letterhead' as const }]),
  ]
}

async function changedTakes(tx: Tx, content: ReportContent, participant: Participant): Promise<ReportChange[]> {
  const session = await findSession(tx, participant.id, content.session.id)
  if (session === undefined) return []
  const shown = new Map([...(await shownTakesOf(tx, session)).values()].map((take) => [take.id, take]))
  const known = new Set(content.sources.takes.map(({ take_id }) => take_id))
  const others = [...shown.values()].filter(({ id }) => !known.has(id))
  return content.sources.takes.flatMap(({ take_id, title, take }): ReportChange[] => {
    if (shown.has(take_id)) return []
    return [{ kind: 'take', title, from: take, to: others[0]?.take ?? null }]
  })
}

async function changedTranscripts(tx: Tx, { takes }: ReportContent['sources']): Promise<ReportChange[]> {
  if (takes.length === 0) return []
  const newest = await tx
    .selectFrom('transcripts')
    .select(({ fn }) => ['take_id', fn.max('version').as('version')])
    .where(
      'take_id',
      'in',
      takes.map(({ take_id }) => take_id),
    )
    .groupBy('take_id')
    .execute()
  const versions = new Map(newest.map(({ take_id, version }) => [take_id, version]))
  return takes.flatMap(({ take_id, title, transcript }): ReportChange[] => {
    const to = versions.get(take_id) ?? null
    return to === transcript ? [] : [{ kind: 'transcript', title, from: transcript, to }]
  })
}

function changedMeasures({ takes }: ReportContent['sources']): ReportChange[] {
  const used = new Map(takes.flatMap(({ functions }) => Object.entries(functions)))
  return [...used].flatMap(([entry, from]): ReportChange[] => {
    const to = versionOf[entry as Entry]
    return to === undefined || to <= from ? [] : [{ kind: 'measure', entry, from, to }]
  })
}

/** Functions that were not ready when the draft was made, and are now. */
async function measuredSince(tx: Tx, { takes }: ReportContent['sources']): Promise<ReportChange[]> {
  if (takes.length === 0) return []
  const ready = await tx
    .selectFrom('feature_results')
    .select(['take_id', 'entry', 'function_version'])
    .where('status', '=', 'ready')
    .where(
      'take_id',
      'in',
      takes.map(({ take_id }) => take_id),
    )
    .execute()
  const known = new Map(takes.map(({ take_id, functions }) => [take_id, functions]))
  const late = ready.filter(({ take_id, entry }) => known.get(take_id)?.[entry] === undefined)
  const to = new Map(late.map(({ entry, function_version }) => [entry, function_version]))
  return [...to].map(([entry, version]): ReportChange => ({ kind: 'measure', entry, from: null, to: version }))
}

/** Functions of the report's versions whose results a campaign replaced since its content was made. */
export async function measuredAgain(
  tx: Tx,
  { takes }: ReportContent['sources'],
  madeAt: Date,
): Promise<ReportChange[]> {
  if (takes.length === 0) return []
  const replaced = await tx
    .selectFrom('replaced_results')
    .select(['take_id', 'entry', 'function_version'])
    .where('replaced_at', '>', madeAt)
    .where(
      'take_id',
      'in',
      takes.map(({ take_id }) => take_id),
    )
    .execute()
  const used = new Map(takes.map(({ take_id, functions }) => [take_id, functions]))
  const entries = replaced
    .filter(({ take_id, entry, function_version }) => used.get(take_id)?.[entry] === function_version)
    .map(({ entry }) => entry)
  return [...new Set(entries)].sort().map((entry) => ({ kind: 'measured_again', entry }))
}

function changedNorms({ norms }: ReportContent['sources'], now: ReadNow): ReportChange[] {
  const versions = new Map(now.norms.map(({ id, version }) => [id, version]))
  const known = new Set(norms.map(({ id }) => id))
  const added = now.norms.filter(({ id }) => !known.has(id))
  return [
    ...norms.flatMap(({ id, name, version: from }): ReportChange[] => {
      const to = versions.get(id) ?? null
      return to === from ? [] : [{ kind: 'norm', name, from, to }]
    }),
    ...added.map(({ name, version }): ReportChange => ({ kind: 'norm', name, from: null, to: version })),
  ]
}

/** Values are compared as the report prints them. */
const rounded = (value: number | null | undefined) => (value == null ? null : Math.round(value * 100) / 100)

function changedIndices({ indices }: ReportContent['sources'], now: ReadNow): ReportChange[] {
  const names = new Set([...indices, ...now.indices].map(({ name }) => name))
  return [...names].flatMap((index) => {
    const [before, after] = [indices, now.indices].map((all) => all.find(({ name }) => name === index))
    return (['value', 'cut_off'] as const).flatMap((what): ReportChange[] => {
      const [from, to] = [rounded(before?.[what]), rounded(after?.[what])]
      return from === to ? [] : [{ kind: 'index', index, what, from, to }]
    })
  })
}

function changedTemplate({ sources: { template }, template: copied }: ReportContent, now: ReadNow): ReportChange[] {
  if (template === null || now.template === null || template.version === now.template) return []
  return [{ kind: 'template', name: copied?.name ?? '', from: template.version, to: now.template }]
}

const isSameLetterhead = (before: ReportContent['organization'], now: ReportContent['organization']) =>
  before.name === now.name &&
  before.lines.join('\n') === now.lines.join('\n') &&
  before.logo?.sha256 === now.logo?.sha256
