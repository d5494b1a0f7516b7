import type { ProtocolResponse, ReportContent, ReportLanguage, SessionIndex } from '@fonema/contract'
import { numberOf, textOf } from './texts.ts'

const decimals = 2
const units: Record<string, string> = {
  cpps: 'dB',
  hnr: 'dB',
  shimmer_pct: '%',
  shimmer_db: 'dB',
  slope: 'dB',
  tilt: 'dB',
  voiced_s: 's',
  f1_a: 'Hz',
  f2_a: 'Hz',
  f1_i: 'Hz',
  f2_i: 'Hz',
  f1_u: 'Hz',
  f2_u: 'Hz',
}
/** The measures of a vowel space, the ratio first. */
const vowelUnits: Record<string, string> = { fcr: '', vowel_space: 'kHz²', vai: '', f2_ratio: '' }

/** Needs sound pressure levels, which no recording here has: its absence is no news. */
const isNeverMeasured = ({ reason }: SessionIndex) => reason === 'needs_calibrated_microphone'

type WithIndices = Pick<ProtocolResponse, 'indices' | 'protocol'>

/** The values and cut-offs that a report about the session rests on. */
export const indexSources = ({ indices }: WithIndices): ReportContent['sources']['indices'] =>
  indices
    .filter((index) => !isNeverMeasured(index))
    .map(({ name, version, scores, cut_off }) => {
      return { name, version, value: scores[name] ?? null, cut_off: cut_off?.value ?? null }
    })

/** The annex of each index: its value, its components, and the cut-off with its study, or why there is no value. */
export const indexAnnex = (language: ReportLanguage, view: WithIndices): ReportContent['annex'] =>
  view.indices
    .filter((index) => !isNeverMeasured(index))
    .map((index) => {
      const { name, version, scores, status, reason } = index
      const title = [textOf(language, `index__name__${name}`), version].filter(Boolean).join(' ')
      if (status !== 'ready' || scores[name] === undefined) {
        const said = [index.vowel && `/${index.vowel}/ ·`, reasonOf(language, index, reason)].filter(Boolean).join(' ')
        return { title, note: `${textOf(language, 'index__not_valid')} ${said}`, rows: [] }
      }
      const row = (label: string, value: number, unit: string) => {
        const written = [numberOf(language, value, unit === 'Hz' ? 0 : decimals), unit].filter(Boolean).join(' ')
        return { name: label, value: written, place: '', note: '' }
      }
      const parts = Object.entries(units).flatMap(([part, unit]) =>
        scores[part] === undefined ? [] : [row(textOf(language, `index__part__${part}`), scores[part], unit)],
      )
      const doubt = doubtText(language, index)
      if (name === 'vowel_space') {
        const own = Object.entries(vowelUnits).flatMap(([score, unit]) =>
          scores[score] === undefined ? [] : [row(textOf(language, `measure__${score}`), scores[score], unit)],
        )
        const note = [doubt, textOf(language, 'index__vowel_no_reference')].filter(Boolean).join(' ')
        return { title, note, rows: [...own, ...parts] }
      }
      return {
        title,
        note: [doubt, cutOffText(language, view, index)].filter(Boolean).join(' '),
        rows: [row(name.toUpperCase(), scores[name], ''), ...parts],
      }
    })

/** Why the value is not interpreted; empty if it is. */
const doubtText = (language: ReportLanguage, { doubts }: SessionIndex) =>
  doubts.length === 0
    ? ''
    : [textOf(language, 'index__doubtful'), ...doubts.map((doubt) => textOf(language, `reason__${doubt}`))].join(' ')

const reasonOf = (language: ReportLanguage, { status }: SessionIndex, reason: string | null) =>
  textOf(language, `${status === 'failed' ? 'error' : 'index_reason'}__${reason}`)

function cutOffText(language: ReportLanguage, { protocol }: WithIndices, { cut_off, version }: SessionIndex): string {
  const { code } = protocol.locale
  const spoken = cut_off?.source === 'published' ? code : code.slice(0, 2)
  const name = new Intl.DisplayNames(language, { type: 'language' }).of(spoken) ?? spoken
  const say = (key: string, value = '') =>
    textOf(language, key)
      .replace('{{value}}', value)
      .replace('{{language}}', name)
      .replace('{{version}}', version ?? '')
  if (cut_off === null) return say('index__no_cut_off')
  const byClinic = cut_off.source === 'clinic' ? textOf(language, 'index__by_clinic') : ''
  return [
    say('index__cut_off', numberOf(language, cut_off.value, decimals)),
    byClinic,
    studyText(language, cut_off),
    cut_off.reference,
  ]
    .filter(Boolean)
    .join(' ')
}

/** How good the cut-off was in its study: sensitivity, specificity and the number of people. */
function studyText(language: ReportLanguage, cut_off: NonNullable<SessionIndex['cut_off']>): string {
  const { sensitivity_pct, specificity_pct, n, n_dysphonic, n_control } = cut_off
  const share = (key: string, value: number | null) => {
    const written = value === null ? textOf(language, 'index__unknown') : shareOf(language, value)
    return textOf(language, key).replace('{{share}}', written)
  }
  const people = () => {
    if (n_dysphonic === null || n_control === null) return n === null ? '' : `n = ${n}`
    return textOf(language, 'index__people_other')
      .replace('{{count}}', String(n_dysphonic + n_control))
      .replace('{{dysphonic}}', String(n_dysphonic))
      .replace('{{control}}', String(n_control))
  }
  const shares = [share('index__sensitivity', sensitivity_pct), share('index__specificity', specificity_pct)]
  return `${[...shares, people()].filter(Boolean).join(' · ')}.`
}

const shareOf = (language: ReportLanguage, percent: number) =>
  new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 }).format(percent / 100)
