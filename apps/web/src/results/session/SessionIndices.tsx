import type { CutOff, ProtocolResponse, SessionIndex } from '@fonema/contract'
import { displayNames, numberFormat } from '../../ui/formats.ts'
import { currentLanguage, useTranslation } from '../../ui/i18n.ts'
import { displayValue } from './display-value.ts'
import { MeasureSign } from './MeasureSign.tsx'
import classes from './SessionIndices.module.css'
import { useAnalysisTexts } from './useAnalysisTexts.ts'
import { VowelSpace } from './VowelSpace.tsx'

const components = [
  ['cpps', 'dB'],
  ['hnr', 'dB'],
  ['shimmer_pct', '%'],
  ['shimmer_db', 'dB'],
  ['slope', 'dB'],
  ['tilt', 'dB'],
  ['voiced_s', 's'],
] as const

/** Below this rate, the recordings differ from those of the studies. */
const studyRateHz = 44_100

type SessionIndicesProps = { session: Pick<ProtocolResponse, 'indices' | 'protocol'> }

/** The indices of a session: each with its components and its cut-off, or with the reason why it has none. */
export const SessionIndices = ({ session }: SessionIndicesProps) =>
  session.indices.map((index) => <Index key={index.name} index={index} session={session} />)

function Index({ index, session }: SessionIndicesProps & { index: SessionIndex }) {
  const { t } = useTranslation()
  const texts = useAnalysisTexts()
  const { name, version, status, reason, vowel, doubts, scores } = index
  const value = scores[name]
  const title = t(`analysis__index__name__${name}`)
  return (
    <div className={classes.index} data-index={name} tabIndex={-1}>
      <div className={classes.name}>
        <h3>{[title, version].filter(Boolean).join(' ')}</h3>
        {name === 'avqi' && <MeasureSign measure={name} unit={null} name={title} />}
      </div>
      {status === 'pending' && <p role="status">{t('analysis__index__pending')}</p>}
      {status === 'failed' && <p>{texts.ofError(reason ?? '')}</p>}
      {status === 'withheld' && (
        <p>
          <strong>{t('analysis__index__not_valid')}</strong> {vowel !== null && `/${vowel}/ · `}
          {texts.ofIndexReason(reason ?? '')}
        </p>
      )}
      {doubts.length > 0 && (
        <p>
          <strong>{t('analysis__index__doubtful')}</strong>{' '}
          {doubts.map((doubt) => t(`analysis__reason__${doubt}`)).join(' ')}
        </p>
      )}
      {status === 'ready' && name === 'vowel_space' && <VowelSpace scores={scores} />}
      {status === 'ready' && name !== 'vowel_space' && value !== undefined && (
        <>
          <p className={classes.value}>{displayValue(value, currentLanguage())}</p>
          <p>{t('analysis__index__meaning')}</p>
          <CutOffText index={index} value={value} session={session} />
          <Components scores={scores} />
          <Material index={index} session={session} />
        </>
      )}
    </div>
  )
}

function Components({ scores }: Pick<SessionIndex, 'scores'>) {
  const { t } = useTranslation()
  return (
    <table className={classes.components}>
      <caption>{t('analysis__index__components')}</caption>
      <tbody>
        {components.map(
          ([name, unit]) =>
            scores[name] !== undefined && (
              <tr key={name}>
                <th scope="row">
                  <div className={classes.name}>
                    {t(`analysis__index__part__${name}`)}{' '}
                    <MeasureSign measure={name} unit={unit} name={t(`analysis__index__part__${name}`)} />
                  </div>
                </th>
                <td>
                  {displayValue(scores[name], currentLanguage())} {unit}
                </td>
              </tr>
            ),
        )}
      </tbody>
    </table>
  )
}

const number = (value: number) => numberFormat(currentLanguage(), { maximumFractionDigits: 3 }).format(value)

type CutOffTextProps = SessionIndicesProps & { index: SessionIndex; value: number }

function CutOffText({ index: { cut_off, doubts, version }, value, session }: CutOffTextProps) {
  const { t } = useTranslation()
  const { code } = session.protocol.locale
  const name = cut_off?.source === 'published' ? code : code.slice(0, 2)
  const language = displayNames(currentLanguage(), { type: 'language' }).of(name) ?? name
  if (cut_off === null) return <p>{t('analysis__index__no_cut_off', { language, version })}</p>
  const place = value > cut_off.value ? 'above' : 'below'
  return (
    <>
      <p>
        <strong>
          {t('analysis__index__cut_off', { language, version, value: number(cut_off.value) })}{' '}
          {doubts.length === 0 && t(`analysis__index__place__${place}`)}
        </strong>
      </p>
      <Study cutOff={cut_off} />
    </>
  )
}

/** What is known of the study behind a cut-off. What is unknown is said, not left out. */
function Study({ cutOff }: { cutOff: CutOff }) {
  const { t } = useTranslation()
  const { n, n_dysphonic, n_control, sensitivity_pct, specificity_pct, auc, syllables, reference, source } = cutOff
  const unknown = t('analysis__index__unknown')
  const share = (value: number | null) => (value === null ? unknown : `${number(value)} %`)
  const people =
    n_dysphonic === null || n_control === null
      ? `n = ${n ?? unknown}`
      : t('analysis__index__people', { count: n_dysphonic + n_control, dysphonic: n_dysphonic, control: n_control })
  return (
    <p className={classes.study}>
      {people} · {t('analysis__index__sensitivity', { share: share(sensitivity_pct) })} ·{' '}
      {t('analysis__index__specificity', { share: share(specificity_pct) })}
      {auc !== null && <> · AUC {number(auc)}</>}
      {syllables !== null && <> · {t('analysis__index__study_syllables', { count: syllables })}</>}
      <br />
      {source === 'clinic' && <>{t('analysis__index__by_clinic')} </>}
      {reference}
    </p>
  )
}

function Material({ index, session }: SessionIndicesProps & { index: SessionIndex }) {
  const { t } = useTranslation()
  const titleOf = (id: string | null) => session.protocol.items.find((item) => item.id === id)?.title ?? ''
  const rate = index.sample_rate
  return (
    <p className={classes.study}>
      {t('analysis__index__material', {
        speech: titleOf(index.speech_item),
        count: index.syllables ?? 0,
        vowel: titleOf(index.vowel_item),
      })}{' '}
      {rate !== null && rate < studyRateHz && t('analysis__index__rate', { rate: number(rate / 1000) })}
    </p>
  )
}
