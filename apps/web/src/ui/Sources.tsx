import { colonIn } from '@fonema/contract/colon'
import { Fragment } from 'react'
import { Fold } from './Fold.tsx'
import { currentLanguage, useTranslation } from './i18n.ts'
import classes from './Sources.module.css'
import { groupBySource, type Sourced, sourceLine } from './sources.ts'

/** Sources and licences, collapsed. Item names are listed when there is more than one source. */
export function Sources({ of }: { of: readonly Sourced[] }) {
  const { t } = useTranslation()
  const groups = groupBySource(of)
  if (groups.length === 0) return null
  return (
    <Fold title={t('base__about__title')}>
      {groups.map((group) => (
        <p key={`${group.source} ${group.licence}`} className={classes.line}>
          {groups.length > 1 &&
            group.items.map(({ name, locale }, index) => (
              <Fragment key={`${name} ${locale.code}`}>
                <span lang={locale.code}>{name}</span>
                {index < group.items.length - 1 ? ', ' : colonIn(currentLanguage())}
              </Fragment>
            ))}
          {sourceLine(t, group)}
        </p>
      ))}
    </Fold>
  )
}
