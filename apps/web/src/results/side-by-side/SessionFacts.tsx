import type { ProtocolResponse } from '@fonema/contract'
import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import { formatApiDate } from '../../ui/dates.ts'
import { currentLanguage, useTranslation } from '../../ui/i18n.ts'
import { links } from '../../ui/links.ts'
import { useTranscriptOrigin } from '../session/useTranscriptOrigin.ts'
import { devicesOf, transcriptsOf } from './session-facts.ts'

/** When, with whom, with which microphone and by which recogniser a session was made. */
export function SessionFacts({ session }: { session: ProtocolResponse }) {
  const { t } = useTranslation()
  const originOf = useTranscriptOrigin()
  const unknown = t('analysis__index__unknown')
  const listed = (values: readonly (string | null)[]) => values.map((value) => value ?? unknown).join(', ') || '–'
  const { first_name, last_name } = session.examiner
  const date = formatApiDate(session.date_created, currentLanguage())
  return (
    <section aria-label={date}>
      <h2>
        <Anchor component={Link} inherit to={links.protocolres(session.participant, session.id)} data-head>
          {date}
        </Anchor>
      </h2>
      <dl>
        <dt>{t('analysis__sessions__protocol')}</dt>
        <dd>{session.protocol.name}</dd>
        <dt>{t('analysis__sessions__examiner')}</dt>
        <dd>{[first_name, last_name].filter(Boolean).join(' ')}</dd>
        <dt>{t('analysis__sessions__device')}</dt>
        <dd>{listed(devicesOf(session))}</dd>
        <dt>{t('analysis__sessions__engine')}</dt>
        <dd>{listed(transcriptsOf(session).map(originOf))}</dd>
      </dl>
    </section>
  )
}
