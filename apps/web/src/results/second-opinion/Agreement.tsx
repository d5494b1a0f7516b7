import type { TranscriptAgreement } from '@fonema/contract'
import { currentLanguage, useTranslation } from '../../ui/i18n.ts'
import { formatDecimals } from '../../ui/numbers.ts'
import classes from './SecondOpinion.module.css'

/** How far two transcripts agree: words, edges, marks, speakers. */
export function Agreement({ agreement }: { agreement: TranscriptAgreement }) {
  const { t } = useTranslation()
  const { first_words, second_words, same_words, agreement_pct, word_error_rate_pct, edges, marks, speakers } =
    agreement
  const number = (value: number) => formatDecimals(value, currentLanguage(), 1)
  const none = t('analysis__opinion__nothing')
  const of = ({ same, count }: { same: number; count: number }) =>
    count === 0 ? none : t('analysis__opinion__same_of', { same, total: count })
  const facts = [
    [
      t('analysis__opinion__words'),
      agreement_pct === null
        ? none
        : t('analysis__opinion__words_value', {
            percent: number(agreement_pct),
            same: same_words,
            first: first_words,
            second: second_words,
          }),
    ],
    [
      t('analysis__opinion__error_rate'),
      word_error_rate_pct === null ? none : t('analysis__opinion__percent', { percent: number(word_error_rate_pct) }),
    ],
    [
      t('analysis__opinion__edges'),
      edges.median_ms === null
        ? none
        : t('analysis__opinion__edges_value', {
            median: formatDecimals(edges.median_ms, currentLanguage(), 0),
            near: edges.near,
            total: edges.count,
          }),
    ],
    [t('analysis__opinion__marks'), of(marks)],
    [t('analysis__opinion__speakers'), of(speakers)],
  ] as const
  return (
    <dl className={classes.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
