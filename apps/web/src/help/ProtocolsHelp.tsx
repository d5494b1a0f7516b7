import { foldedIncludes } from '@fonema/contract/fold-text'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../api/query.ts'
import { Card } from '../ui/Card.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Fold } from '../ui/Fold.tsx'
import { currentLanguage, useTranslation } from '../ui/i18n.ts'
import { Loading } from '../ui/Loading.tsx'
import { localeName } from '../ui/locale-name.ts'
import classes from './Help.module.css'

/** The examiner's protocols with what each asks. */
export function ProtocolsHelp({ search }: { search: string }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(queryFor('GET /protocols/examiner/'))
  const found = data?.filter(({ name, description }) => foldedIncludes(`${name} ${description}`, search))
  return (
    <Card title={t('help__protocols__title')}>
      {found === undefined &&
        (error === null ? <Loading /> : <ErrorState error={error} onRetry={() => void refetch()} />)}
      {found?.length === 0 && <p>{t(data?.length === 0 ? 'help__protocols__none' : 'help__page__nothing')}</p>}
      {found?.map(({ id, name, description, locale, items }) => (
        <Fold key={id} title={`${name} · ${localeName(locale.code, currentLanguage())}`}>
          <p className={classes.text} lang={locale.code}>
            {description}
          </p>
          <ol lang={locale.code}>
            {items.map((item) => (
              <li key={item.id}>{item.title}</li>
            ))}
          </ol>
        </Fold>
      ))}
    </Card>
  )
}
