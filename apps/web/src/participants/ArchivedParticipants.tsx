import { fullName } from '@fonema/contract/participant-search'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { useAccess } from '../api/current-user.ts'
import { showSuccess } from '../ui/alerts.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { useTranslation } from '../ui/i18n.ts'
import { Loading } from '../ui/Loading.tsx'
import { links } from '../ui/links.ts'
import { Pager } from '../ui/Pager.tsx'
import { pagingOf } from '../ui/paging.ts'
import { keepFocusInRows } from '../ui/row-focus.ts'
import { rowClicks } from '../ui/second-click.ts'
import classes from './ArchivedParticipants.module.css'
import { useListed } from './useListed.ts'
import { useSetActive } from './useSetActive.ts'

const pageSize = 5

/** The archived participants, with a button to restore each. */
export function ArchivedParticipants({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const mayRestore = useAccess({ feature: 'archiveParticipant' })
  const [wanted, setWanted] = useState(1)
  const { rows, count, error, refetch } = useListed({ active: false, letters: '', page: wanted, pageSize })
  const restore = useSetActive(({ participant }) =>
    showSuccess(t('participants__list__restored', { code: participant.code })),
  )
  const paging = pagingOf(wanted, count, pageSize)
  const title = t('participants__archived__title')
  return (
    <Dialog opened size="lg" title={title} onClose={onClose}>
      {rows === undefined &&
        (error === null ? <Loading /> : <ErrorState error={error} onRetry={() => void refetch()} />)}
      {rows !== undefined && count === 0 && <EmptyState text={t('participants__archived__none')} />}
      <ul className={classes.list}>
        {rows?.map((participant) => (
          <li key={participant.id} className={classes.row}>
            <Link to={links.participant(participant.id)} className={classes.who} onClick={onClose}>
              <strong>{participant.code}</strong>
              <span>{fullName(participant)}</span>
            </Link>
            <Button
              variant="default"
              flex="none"
              disabled={!mayRestore}
              aria-label={t('participants__list__restore_label', { code: participant.code })}
              data-row-action
              onClick={(event) => {
                if (rowClicks.isSecond(event, participant.id)) return
                keepFocusInRows(event.currentTarget)
                restore.mutate({ participant, active: true })
              }}
            >
              {t('participants__list__restore')}
            </Button>
          </li>
        ))}
      </ul>
      <Pager paging={paging} label={title} onPage={setWanted} />
    </Dialog>
  )
}
