import { foldedIncludes } from '@fonema/contract/fold-text'
import { TextInput } from '@mantine/core'
import { type ComponentType, Suspense, useState } from 'react'
import { useAccess } from '../api/current-user.ts'
import { BackLink } from '../ui/BackLink.tsx'
import { Card } from '../ui/Card.tsx'
import { Fold } from '../ui/Fold.tsx'
import { useTranslation } from '../ui/i18n.ts'
import { SearchIcon } from '../ui/icons.tsx'
import { Loading } from '../ui/Loading.tsx'
import { links } from '../ui/links.ts'
import { useTitle } from '../ui/useTitle.ts'
import classes from './Help.module.css'
import { KeysList } from './KeysList.tsx'
import { ProtocolsHelp } from './ProtocolsHelp.tsx'

const topics = [
  ['help__register__title', 'help__register__text'],
  ['help__record__title', 'help__record__text'],
  ['help__poor__title', 'help__poor__text'],
  ['help__room__title', 'help__room__text'],
  ['help__offline__title', 'help__offline__text'],
  ['help__read__title', 'help__read__text'],
  ['help__words__title', 'help__words__text'],
  ['help__sign__title', 'help__sign__text'],
  ['help__feed__title', 'help__feed__text'],
  ['help__reminders__title', 'help__reminders__text'],
  ['help__export__title', 'help__export__text'],
] as const

type HelpPageProps = {
  /** Explains the measures whose name or meaning contains the search. */
  Measures: ComponentType<{ search: string; nothing: string }>
}

/** One page that answers how things are done, what is measured, and which keys there are. */
export function HelpPage({ Measures }: HelpPageProps) {
  const { t } = useTranslation()
  const isExaminer = useAccess({ role: 'examiner' })
  const [search, setSearch] = useState('')
  useTitle(t('help__page__title'))
  const found = topics
    .map(([title, text]) => ({ topic: title, title: t(title), text: t(text) }))
    .filter(({ title, text }) => foldedIncludes(title, search) || foldedIncludes(text, search))
  return (
    <div className={classes.page}>
      <BackLink to={links.dashboard}>{t('help__page__back')}</BackLink>
      <h1>{t('help__page__title')}</h1>
      <TextInput
        type="search"
        aria-label={t('help__page__search')}
        placeholder={t('help__page__search')}
        leftSection={<SearchIcon size={18} />}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <Card title={t('help__how__title')}>
        {found.length === 0 && <p>{t('help__page__nothing')}</p>}
        {found.map(({ topic, title, text }) => (
          <Fold key={topic} title={title} isOpen={search !== ''}>
            <p className={classes.text}>{text}</p>
          </Fold>
        ))}
      </Card>
      {isExaminer && <ProtocolsHelp search={search} />}
      <Card title={t('help__measures__title')}>
        <Suspense fallback={<Loading />}>
          <Measures search={search} nothing={t('help__page__nothing')} />
        </Suspense>
      </Card>
      <Card title={t('help__keys__title')}>
        <KeysList />
      </Card>
    </div>
  )
}
