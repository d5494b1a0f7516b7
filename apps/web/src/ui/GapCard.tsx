import { Anchor } from '@mantine/core'
import { Card } from './Card.tsx'
import classes from './editor.module.css'
import { currentLanguage, useTranslation } from './i18n.ts'
import { localeName } from './locale-name.ts'

type Gap = { locale: string | null; code: string }
type GapCardProps<G extends Gap> = {
  /** Where the button that publishes leads when something is missing. */
  id: string
  gaps: readonly G[]
  noneText: string
  /** The id of the field that a gap is about. */
  idOf: (gap: G) => string
  /** The names of its part and of its field. */
  namesOf: (gap: G) => readonly [part: string, field: string]
  problemOf: (gap: G) => string
  onGo: (gap: G) => void
}

/** What is missing before a draft can be published, each with a link to its field. */
export function GapCard<G extends Gap>({ id, gaps, noneText, idOf, namesOf, problemOf, onGo }: GapCardProps<G>) {
  const { t } = useTranslation()
  const textOf = (gap: G) => {
    const [part, field] = namesOf(gap)
    const language = gap.locale === null ? [] : [localeName(gap.locale, currentLanguage())]
    return [part, ...language, field].join(' · ')
  }
  return (
    <div id={id} tabIndex={-1}>
      <Card title={t('studio__gaps__title')}>
        {gaps.length === 0 ? (
          <p className={classes.hint}>{noneText}</p>
        ) : (
          <ul className={classes.gaps}>
            {gaps.map((gap) => (
              <li key={`${idOf(gap)}-${gap.code}`}>
                <Anchor component="button" type="button" onClick={() => onGo(gap)}>
                  {textOf(gap)}
                </Anchor>
                <span className={classes.problem}>{problemOf(gap)}</span>
              </li>
            ))}
          </ul>
        )}
      </Card>
    </div>
  )
}
