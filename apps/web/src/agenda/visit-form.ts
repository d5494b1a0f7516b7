import type { Visit } from '@fonema/contract'
import type { VisitBody } from './visit-queries.ts'

/** The values of the form, as typed. */
export type VisitValues = {
  participant_id: string
  date: string
  time: string
  protocol_id: string
  survey_id: string
  duration_min: string
  tolerance_days: string
  note: string
  isRepeated: boolean
  every: string
  unit: 'week' | 'month'
  times: string
}

export const emptyVisit: VisitValues = {
  participant_id: '',
  date: '',
  time: '09:00',
  protocol_id: '',
  survey_id: '',
  duration_min: '',
  tolerance_days: '0',
  note: '',
  isRepeated: false,
  every: '6',
  unit: 'month',
  times: '4',
}

export const valuesOf = (visit: Visit): VisitValues => ({
  ...emptyVisit,
  participant_id: visit.participant.id,
  date: visit.date,
  time: visit.time,
  protocol_id: visit.protocol?.id ?? '',
  survey_id: visit.survey?.id ?? '',
  duration_min: visit.duration_min === null ? '' : String(visit.duration_min),
  tolerance_days: String(visit.tolerance_days),
  note: visit.note ?? '',
})

/** A number as typed; text that is none is sent as it is, so that the server refuses it. */
const numberOf = (text: string) => (text.trim() === '' ? null : Number(text))

export function planOf(values: VisitValues) {
  return {
    date: values.date,
    time: values.time,
    protocol_id: values.protocol_id || null,
    survey_id: values.survey_id || null,
    duration_min: numberOf(values.duration_min),
    tolerance_days: numberOf(values.tolerance_days) ?? 0,
    note: values.note,
  }
}

export const repeatOf = ({ isRepeated, every, unit, times }: VisitValues) =>
  isRepeated ? { every: numberOf(every) ?? 0, unit, times: numberOf(times) ?? 0 } : null

/** Only what was changed: unchanged fields of other visits of the series stay as they are. */
export function changesOf(before: VisitValues, after: VisitValues): NonNullable<VisitBody> {
  const [old, plan] = [planOf(before), planOf(after)]
  const changed = Object.entries(plan).filter(([name, value]) => value !== old[name as keyof typeof old])
  return Object.fromEntries(changed) // the members of planOf, which are those of the body
}
