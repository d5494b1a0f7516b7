import { currentLanguage, useTranslation } from '../../ui/i18n.ts'
import { formatDecimals } from '../../ui/numbers.ts'
import { type Edited, isUncertain } from './edits.ts'
import classes from './Workbench.module.css'

/** What is known about the current word, and how many words are left to look at. */
export function CurrentWord({ edited: { words, at } }: { edited: Edited }) {
  const { t } = useTranslation()
  const language = currentLanguage()
  const word = words[at]
  const left = words.filter(isUncertain).length
  const moment = (seconds: number) => formatDecimals(seconds, language, 2)
  const facts =
    word === undefined
      ? []
      : [
          t('workbench__place', { place: at + 1, total: words.length }),
          word.start === null
            ? t('workbench__no_time')
            : word.end === null
              ? `${moment(word.start)} s`
              : t('workbench__time', { from: moment(word.start), to: moment(word.end) }),
          ...(word.confidence === null || word.isConfirmed
            ? []
            : [t('workbench__confidence', { value: moment(word.confidence) })]),
          ...(word.doubt === null || word.isConfirmed ? [] : [t(`analysis__transcript__doubt__${word.doubt}`)]),
        ]
  return (
    <div className={classes.current}>
      <span>{facts.join(' · ')}</span>
      <span role="status">{left === 0 ? t('workbench__none_left') : t('workbench__left', { count: left })}</span>
    </div>
  )
}
