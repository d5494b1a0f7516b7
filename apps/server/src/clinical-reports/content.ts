import {
  deviceDate,
  type FeatureResult,
  type ItemResponse,
  isOfPitch,
  type Participant,
  type ProtocolResponse,
  pitchSearchFacts,
  type ReportContent,
  ReportContent as ReportContentSchema,
  type ReportLanguage,
  type ReportSection,
  type SessionSummary,
  type SummaryNorm,
} from '@fonema/contract'
import { chanceText, hasFewWords, sentence, unjudgedText, wordsIn } from '@fonema/findings'
import { type Entry, versionOf } from '../analysis/functions.ts'
import { type ShownScore, shownFor } from '../analysis/shown-measures.ts'
import type { Catalogue } from '../content/catalogue.ts'
import { normsOf } from '../findings/measures.ts'
import { summaryOf } from '../findings/service.ts'
import { dayIn } from '../platform/clock.ts'
import type { Tx } from '../platform/database/database.ts'
import { listPopulations } from '../populations/queries.ts'
import { ageAt } from '../populations/sample.ts'
import { sentHash } from '../responses/compression.ts'
import { findItemResponses, findTakes, type SessionRow, type TakeRow } from '../responses/queries.ts'
import { shownTake } from '../responses/takes.ts'
import type { IndicesOf, ResultsOf } from '../responses/view.ts'
import { chartsOf } from './charts.ts'
import { indexAnnex, indexSources } from './indices.ts'
import { layoutVersion } from './layout.ts'
import { organizationNow } from './letterhead.ts'
import type { ChosenTemplate } from './templates.ts'
import { dayOf, filled, numberOf, textOf } from './texts.ts'
import { deviceDayText, reportWords } from './words.ts'
import '../analysis/tables.ts'

export type ContentDeps = { catalogue: Catalogue; resultsOf: ResultsOf; indicesOf: IndicesOf }

export type Asked = Pick<ReportContent, 'language' | 'paper'> & { template: ChosenTemplate }

type From = { participant: Participant; session: SessionRow; view: ProtocolResponse; asked: Asked; timeZone: string }

/** Everything that a report about this session prints, as it is now. */
export async function contentOf(tx: Tx, { participant, session, view, asked, timeZone }: From): Promise<ReportContent> {
  const { language, paper, template } = asked
  const { sections, measures } = template.printed
  const has = (section: ReportSection) => sections.includes(section)
  const words = reportWords[language]
  const takes = await shownTakesOf(tx, session)
  const populations = await listPopulations(tx)
  const nameOf = ({ first_name, last_name }: ProtocolResponse['examiner']) => `${first_name} ${last_name}`.trim()
  const summary = await summaryOf(tx, session, view)
  const norms = normsOf(populations, view)
  const used = usedNorms(view, norms)
  const byDevice = deviceDate(view, (time) => dayIn(timeZone, time))
  return ReportContentSchema.parse({
    format: 1,
    layout: layoutVersion,
    language,
    paper,
    time_zone: timeZone,
    words: { ...words, no_findings: noFindings(words, summary) },
    organization: await organizationNow(tx),
    template: template.printed,
    participant: {
      ...participant,
      age: ageAt(participant.birthday, session.date_created),
      born: participant.birthday === null ? '' : dayOf(language, new Date(participant.birthday), 'UTC'),
      sex_text: participant.sex === null ? '' : words[`sex_${participant.sex}`],
    },
    session: {
      id: session.id,
      protocol: view.protocol.name,
      day: dayOf(language, session.date_created, timeZone),
      examiner: nameOf(view.examiner),
      recorded_by: nameOf(view.recorded_by),
    },
    recordings: view.responses.map((response) => recordingOf(language, response)),
    findings: has('findings') ? summary.findings.map((finding) => sentence(finding, language, { timeZone })) : [],
    not_judged: summary.unjudged.map((each) => unjudgedText(each, language)),
    charts: has('charts') ? await chartsOf(tx, session, summary, { language, time_zone: timeZone }) : [],
    annex: has('annex')
      ? [
          ...indexAnnex(language, view),
          ...view.responses.map((response) => annexOf(language, response, { norms, measures })),
        ]
      : [],
    footnotes: [
      ...(byDevice === null ? [] : [deviceDayText(language, dayOf(language, new Date(byDevice), timeZone))]),
      ...(has('annex') && measures !== null ? [chosenText(language, template.printed.name)] : []),
      ...used.map(({ name, version, n, kind }) => {
        const said = `${words.norm}: ${name}, ${words.version} ${version}, n = ${n}.`
        return kind === 'people' ? said : `${said} ${words[`${kind}_note`]}`
      }),
      ...(used.length === 0 ? [words.no_norm] : []),
      ...(has('findings') ? [chanceText(summary, language)] : []),
    ],
    sources: {
      takes: view.responses.flatMap((response) => {
        const take = takes.get(response.id)
        if (take === undefined || response.is_skipped) return []
        const { id } = take
        const item = { item: response.protocol_item.id, title: titleOf(response) }
        const functions = Object.fromEntries(response.feature_extraction_res.flatMap(versionOfResult))
        return [
          {
            ...item,
            take_id: id,
            take: take.take,
            sha256: sentHash(take),
            functions,
            transcript: transcriptOf(response),
          },
        ]
      }),
      indices: indexSources(view),
      norms: used,
      template: template.source,
    },
  })
}

/** States that the annex has only some of the measures. */
export const chosenText = (language: ReportLanguage, name: string) =>
  reportWords[language].chosen_measures.replace('{{name}}', name)

/** The take that each item response shows. */
export async function shownTakesOf(tx: Tx, session: SessionRow): Promise<Map<string, TakeRow>> {
  const answers = await findItemResponses(tx, session.id)
  const takes = await findTakes(
    tx,
    answers.map(({ id }) => id),
  )
  const byAnswer = Map.groupBy(takes, ({ item_response_id }) => item_response_id)
  return new Map(
    answers.flatMap((answer) => {
      const take = shownTake(answer, byAnswer.get(answer.id) ?? [])
      return take === undefined ? [] : [[answer.id as string, take] as const]
    }),
  )
}

const titleOf = ({ protocol_item }: ItemResponse) => protocol_item.title

/** Why there is no finding. That nothing stands out is true only where something was judged. */
function noFindings(words: (typeof reportWords)[ReportLanguage], { state }: SessionSummary): string {
  // With findings it is not printed, and what is still measured has no report.
  const reason = state === 'findings' || state === 'measuring' ? 'unjudged' : state
  return words[`none_${reason}` as const]
}

const verdictOf = (response: ItemResponse) => (response.is_skipped ? 'none' : (response.quality?.verdict ?? 'unjudged'))

function recordingOf(language: ReportLanguage, response: ItemResponse): ReportContent['recordings'][number] {
  const verdict = verdictOf(response)
  return { title: titleOf(response), verdict, text: reportWords[language][verdict] }
}

function versionOfResult(result: FeatureResult): [string, number][] {
  const { entry } = result.feature_extraction_func
  return result.status === 'ready' ? [[entry, result.outdated_version ?? versionOf[entry as Entry]]] : []
}

const transcriptOf = (response: ItemResponse): number | null =>
  response.feature_extraction_res.flatMap((result) =>
    result.status === 'ready' && result.data.transcript_version !== undefined ? [result.data.transcript_version] : [],
  )[0] ?? null

/** The norms with which the report's measures are compared. */
export function usedNorms(view: ProtocolResponse, norms: readonly SummaryNorm[]) {
  const results = view.responses.flatMap(({ feature_extraction_res }) => feature_extraction_res)
  return norms.flatMap(({ id, name, version, kind }) => {
    const sizes = results.flatMap((result) => result.compared[id]?.n ?? [])
    return sizes.length === 0 ? [] : [{ id, name, version, kind, n: Math.max(...sizes) }]
  })
}

/** `measures`: the names that a template chose; null: all. */
type Shown = { norms: readonly SummaryNorm[]; measures: readonly string[] | null }

/** Every shown measure of an item, with what a reader must know of them. */
export function annexOf(language: ReportLanguage, response: ItemResponse, { norms, measures }: Shown) {
  const title = titleOf(response)
  if (response.is_skipped) return { title, note: response.skipped_purpose ?? '', rows: [] }
  const results = new Map(response.feature_extraction_res.map((res) => [res.feature_extraction_func.entry, res]))
  const reasons = response.quality?.reasons.map((reason) => textOf(language, `reason__${reason}`)) ?? []
  const shown = Object.values(shownFor(response.protocol_item.category.name))
    .flat()
    .filter(({ name }) => measures === null || measures.includes(name))
  const rows = shown.flatMap((score) => rowOf(language, score, results.get(score.entry), norms))
  const searched = shown.flatMap(({ name, entry }) => (isOfPitch(name) ? (results.get(entry) ?? []) : []))
  const pitch = pitchTexts(language, searched)
  const words = wordsIn(response.feature_extraction_res)
  const has = ({ entry, name }: ShownScore) => results.get(entry)?.scores[name] !== undefined
  const isOfFewWords = shown.some((score) => has(score) && hasFewWords(score.name, words))
  const unreliable = isOfFewWords ? [textOf(language, 'unreliable__few_words')] : []
  return { title, note: [...reasons, ...pitch, ...unreliable].join(' '), rows }
}

/** Between which frequencies the pitch was searched, and whether the voice reaches beyond, as on the page. */
function pitchTexts(language: ReportLanguage, results: readonly FeatureResult[]): string[] {
  const search = results.flatMap((result) => (result.status === 'ready' ? (result.data.pitch_search ?? []) : []))[0]
  if (search === undefined) return []
  const { from, to, others } = pitchSearchFacts(search)
  const group = textOf(language, `pitch_group__${search.group}`)
  return [
    filled(textOf(language, 'pitch_search__range'), { from, to, group }),
    ...others.map(({ name, usual }) => filled(textOf(language, `pitch_search__${name}`), { from, to, usual })),
    ...(search.edge === null ? [] : [textOf(language, `pitch_edge__${search.edge}`)]),
  ]
}

function rowOf(
  language: ReportLanguage,
  { name, unit, decimals, offset }: ShownScore,
  result: FeatureResult | undefined,
  norms: readonly SummaryNorm[],
) {
  if (result?.status !== 'ready') return []
  const row = { name: textOf(language, `measure__${name}`), value: '—', place: '', note: '' }
  const value = result.scores[name]
  if (value === undefined) {
    const missing = result.missing[name]
    return missing === undefined ? [] : [{ ...row, note: textOf(language, `missing__${missing}`) }]
  }
  const shown = `${numberOf(language, value + offset, decimals)}${unit === null ? '' : ` ${unit}`}`
  const norm = norms.find(({ id }) => result.percentiles[id]?.[name] !== undefined)
  if (norm === undefined) return [{ ...row, value: shown }]
  const percentile = percentOf(result.percentiles[norm.id]![name]!)
  const interval = result.intervals[norm.id]?.[name]
  const ends = interval === undefined ? '' : ` (${percentOf(interval.low)}–${percentOf(interval.high)})`
  // The same mark as in the pages: invented numbers and assumed distributions are no measured people.
  const note = norm.kind === 'people' ? '' : reportWords[language][`${norm.kind}_norm`]
  return [{ ...row, value: shown, place: `${percentile}${ends}`, note }]
}

/** Never 0 or 100: nobody is below or above all others for certain. */
const percentOf = (value: number) => (value < 1 ? '<1' : value > 99 ? '>99' : String(Math.round(value)))
