import type { Participant, Visit } from '@fonema/contract'
import { ActionIcon, Badge, Button } from '@mantine/core'
import type { ComponentType, MouseEvent, ReactNode } from 'react'
import { Link } from 'react-router'
import { useAccess } from '../../api/current-user.ts'
import { formatApiDate } from '../../ui/dates.ts'
import { currentLanguage, useTranslation } from '../../ui/i18n.ts'
import { ArchiveIcon, CommentIcon, WarningIcon } from '../../ui/icons.tsx'
import { links } from '../../ui/links.ts'
import { keepFocusInRows } from '../../ui/row-focus.ts'
import { rowClicks } from '../../ui/second-click.ts'
import table from '../../ui/table.module.css'
import classes from './Activity.module.css'
import type { Result } from './useActivity.ts'
import { namesOf } from './useArchiveResult.ts'

/** What waits on this device, by session. */
export type Uploads = ComponentType<{
  children: (sessions: readonly { responseId: string; count: number }[]) => ReactNode
}>

type ResultRowProps = {
  given: Result
  participant: Participant
  /** The planned visit that it fulfilled. */
  fulfilled?: Visit | undefined
  /** Archives or restores the result. */
  onSetActive: (given: Result) => void
  onOpenSurvey?: ((responseId: string) => void) | undefined
  onComment?: ((sessionId: string) => void) | undefined
  Uploads?: Uploads | undefined
}

export function ResultRow({ given, participant, fulfilled, Uploads, ...actions }: ResultRowProps) {
  const { t } = useTranslation()
  const { kind, result } = given
  const isSession = kind === 'protocolres'
  const { protocol: name, date } = namesOf(given)
  const hasAlert = !isSession && result.alerts.length > 0

  const state = (
    <Badge
      color={result.is_completed ? 'teal' : 'yellow'}
      variant="light"
      className={result.is_completed ? classes.state : `${classes.state} ${classes.unfinished}`}
    >
      {t(result.is_completed ? 'responses__list__completed' : 'responses__list__unfinished')}
    </Badge>
  )
  const kindBadge = (
    <Badge color={isSession ? 'grape' : 'cyan'} variant="dot" className={classes.kind}>
      {t(isSession ? 'participants__activity__session' : 'participants__activity__survey')}
    </Badge>
  )
  const note =
    isSession && !result.is_completed
      ? t('responses__list__answered_of', { answered: result.answered_count, total: result.protocol.item_count })
      : null

  const what = (
    <>
      {name} {kindBadge}
      {isSession && result.protocol.is_practice && (
        <Badge color="gray" variant="light" ml="xs">
          {t('responses__list__practice')}
        </Badge>
      )}
      {hasAlert && (
        <span className={classes.alert} role="img" aria-label={t('participants__activity__alert')}>
          <WarningIcon size={18} />
        </span>
      )}
      {fulfilled !== undefined && (
        <span className={classes.note}>
          {t('timeline__fulfilled', { date: formatApiDate(fulfilled.date, currentLanguage()) })}
        </span>
      )}
    </>
  )
  const progress = (
    <>
      {state}
      {note !== null && <span className={classes.note}>{note}</span>}
      {isSession && !result.is_completed && Uploads !== undefined && (
        <Uploads>
          {(sessions) => {
            const waiting = sessions.find(({ responseId }) => responseId === result.id)
            return (
              waiting && <span className={classes.note}>{t('responses__list__waiting', { count: waiting.count })}</span>
            )
          }}
        </Uploads>
      )}
    </>
  )
  const comment = result.active && isSession && result.comment !== null && (
    <span className={classes.comment}>{result.comment}</span>
  )

  return (
    <tr>
      <td>
        <span className={classes.date}>{date}</span>
        <span className={table.second}>
          {what} {progress}
          {comment}
        </span>
      </td>
      <td className={table.wide}>
        {what}
        {comment}
      </td>
      {result.active && <td className={table.wide}>{progress}</td>}
      <td className={table.action}>
        <ResultActions given={given} participant={participant} {...actions} />
      </td>
    </tr>
  )
}

function ResultActions({ given, participant, onSetActive, onOpenSurvey, onComment }: ResultRowProps) {
  const { t } = useTranslation()
  const { kind, result } = given
  const isSession = kind === 'protocolres'
  const mayArchive = useAccess({ feature: isSession ? 'archiveProtocolRes' : 'archiveSurveyRes' })
  const mayRead = useAccess({ feature: isSession ? 'readProtocolRes' : 'readSurveyRes' })
  const mayRecord = useAccess({ feature: 'recordProtocol' })
  const labels = namesOf(given)

  function setActive(event: MouseEvent<HTMLElement>) {
    if (rowClicks.isSecond(event, result.id)) return
    keepFocusInRows(event.currentTarget)
    onSetActive(given)
  }

  return (
    <div className={classes.actions}>
      {result.active && isSession && !result.is_completed && mayRecord && participant.active && (
        <Button
          component={Link}
          to={links.resume(participant.id, result.id)}
          variant="light"
          aria-label={t('responses__list__resume_label', labels)}
        >
          {t('responses__list__resume')}
        </Button>
      )}
      {result.active && isSession && mayRead && (
        <Button
          component={Link}
          to={links.protocolres(participant.id, result.id)}
          variant="default"
          aria-label={t('responses__list__result_label', labels)}
        >
          {t('responses__list__result')}
        </Button>
      )}
      {result.active && !isSession && mayRead && (
        <Button
          variant="default"
          aria-label={t('participants__activity__open_label', labels)}
          onClick={() => onOpenSurvey?.(result.id)}
        >
          {t('participants__activity__open')}
        </Button>
      )}
      {result.active && isSession && onComment !== undefined && (mayRead || mayRecord) && (
        <ActionIcon
          color="gray"
          aria-label={t('participants__activity__comment_label', labels)}
          title={t('participants__activity__comment')}
          onClick={() => onComment(result.id)}
        >
          <CommentIcon />
        </ActionIcon>
      )}
      {mayArchive && result.active && (
        <ActionIcon
          color="gray"
          data-row-action
          aria-label={t('participants__activity__archive_label', labels)}
          title={t('participants__list__archive')}
          onClick={setActive}
        >
          <ArchiveIcon />
        </ActionIcon>
      )}
      {mayArchive && !result.active && (
        <Button
          variant="default"
          data-row-action
          aria-label={t('participants__activity__restore_label', labels)}
          onClick={setActive}
        >
          {t('participants__list__restore')}
        </Button>
      )}
    </div>
  )
}
