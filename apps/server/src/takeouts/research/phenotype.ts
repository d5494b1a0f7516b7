import { judgeAnswers, otherPrefix, type ParticipantId } from '@fonema/contract'
import type { SurveyDefinition } from '../../content/survey-file.ts'
import { dayIn } from '../../platform/clock.ts'
import { type Content, isInRange, isTheirs } from '../scope.ts'
import type { Person } from './people.ts'
import type { Pseudonyms } from './pseudonyms.ts'
import { type ResearchColumn, subjectColumn } from './tables.ts'
import type { TsvCell } from './tsv.ts'

/** A survey with its answers, in the form of BIDS' `phenotype/`. */
export type Instrument = {
  /** Letters and digits: key, version and language. */
  name: string
  title: string
  columns: ResearchColumn[]
  rows: TsvCell[][]
  /** Fields whose answers could identify somebody. */
  leftOut: string[]
}

type Field = SurveyDefinition['sections'][number]['fields'][number]

const chosen: readonly Field['type'][] = ['select', 'radio', 'multiselect', 'checkbox', 'scale']
/** A number between wider limits could be that of a card. */
const widestRange = 1000

/**
 * Choices and narrow numbers identify nobody. Free text, dates, addresses and other numbers may be a name, a birthday or a
 * card.
 */
const isSafe = ({ type, min = Number.NaN, max = Number.NaN }: Field): boolean =>
  chosen.includes(type) || (type === 'number' && max - min <= widestRange)

const place: ResearchColumn[] = [
  subjectColumn,
  { name: 'run', type: 'INT32', description: 'Counts the times that this person answered the survey' },
  { name: 'acq_time', type: 'STRING', description: 'Day of the answers, moved like the days of the sessions' },
]

/** The surveys that these people answered, without what could identify them. */
export async function readInstruments(
  content: Content,
  people: ReadonlyMap<ParticipantId, Person>,
  pseudonyms: Pseudonyms,
): Promise<Instrument[]> {
  const answers = await content.tx
    .selectFrom('survey_responses')
    .innerJoin('participants', 'participants.id', 'survey_responses.participant_id')
    .selectAll('survey_responses')
    .where('participants.consent_research', '=', true)
    .where('survey_responses.active', '=', true)
    .where(isTheirs(content))
    .where(isInRange(content, 'survey_responses.date_created'))
    .orderBy('survey_responses.date_created')
    .orderBy('survey_responses.id')
    .execute()
  const known = Map.groupBy(
    answers.filter(({ participant_id }) => people.has(participant_id)),
    ({ survey_id }) => survey_id,
  )
  if (known.size === 0) return []
  const surveys = await content.tx
    .selectFrom('surveys')
    .selectAll()
    .where('id', 'in', [...known.keys()])
    .execute()
  const instruments = surveys.map(({ id, key, name, wording_version, locale_id, definition }): Instrument => {
    const fields = definition.sections.flatMap((section) => section.fields)
    const safe = fields.filter(isSafe)
    const runs = new Map<ParticipantId, number>()
    const rows = known.get(id)!.map(({ participant_id, date_created, answers }): TsvCell[] => {
      const run = (runs.get(participant_id) ?? 0) + 1
      runs.set(participant_id, run)
      return [
        people.get(participant_id)!.subject,
        run,
        `${pseudonyms.shifted(participant_id, dayIn(content.timeZone, date_created))}T00:00:00`,
        ...safe.map((field) => cellOf(answers[field.name])),
        ...judgeAnswers(fields, definition, answers).scores.map(({ value }) => value),
      ]
    })
    const locale = content.catalogue.requireLocale(locale_id).code
    return {
      name: `${key}V${wording_version}${locale}`.replace(/[^A-Za-z0-9]/g, ''),
      title: name,
      columns: [...place, ...safe.map(columnOf), ...definition.scores.map(scoreColumn)],
      rows: rows.sort((a, b) => (`${a[0]} ${a[1]}` < `${b[0]} ${b[1]}` ? -1 : 1)),
      leftOut: fields.filter((field) => !isSafe(field)).map((field) => field.name),
    }
  })
  return instruments.sort((a, b) => (a.name < b.name ? -1 : 1))
}

const columnOf = ({ name, label, type, options }: Field): ResearchColumn => ({
  name,
  type: type === 'number' || type === 'scale' ? 'DOUBLE' : 'STRING',
  description: label,
  ...(options && { levels: Object.fromEntries(options.map(({ value, label }) => [String(value), label])) }),
})

const scoreColumn = ({ name, label }: { name: string; label: string }): ResearchColumn => ({
  name: `score_${name}`,
  type: 'DOUBLE',
  description: label,
})

/** An answer in the person's own words is only named as such. */
function cellOf(value: unknown): TsvCell {
  if (value === undefined || value === null) return null
  if (typeof value === 'number' || typeof value === 'boolean') return value
  return [value]
    .flat()
    .map((one) => (String(one).startsWith(otherPrefix) ? 'other' : String(one)))
    .join(' ')
}
