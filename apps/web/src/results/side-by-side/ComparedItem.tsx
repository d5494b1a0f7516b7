import type { ItemResponse, ProtocolResponse } from '@fonema/contract'
import { Box } from '@mantine/core'
import { useState } from 'react'
import { Player } from '../../takes/Player.tsx'
import { listTakes } from '../../takes/takes.ts'
import { Fold } from '../../ui/Fold.tsx'
import { useTranslation } from '../../ui/i18n.ts'
import table from '../../ui/table.module.css'
import { useEvolutionTexts } from '../evolution/useEvolutionTexts.ts'
import type { Compared, Row } from './compare.ts'
import classes from './SideBySide.module.css'

type Side = { session: ProtocolResponse; answer: ItemResponse | undefined }
type ComparedItemProps = { compared: Compared; left: Side; right: Side; isOpen: boolean }

/**
 * One item of two sessions, folded: both recordings, then what changed, then the rest. Recordings are read once it is
 * open. `isOpen`: at first. The few indices of the session are all shown.
 */
export function ComparedItem({ compared, left, right, ...props }: ComparedItemProps) {
  const { t } = useTranslation()
  const { item, state, changed, others } = compared
  const isOfSession = item === ''
  const isOpen = props.isOpen || isOfSession
  const [isShown, setShown] = useState(isOpen)
  const dates = { left: left.session.date_created, right: right.session.date_created }
  const name = item || t('analysis__index__title')
  const title = (
    <span className={classes.item}>
      <span>{name}</span>
      <span className={classes.state} data-state={state}>
        {t(`analysis__sessions__state__${state}`, { total: changed.length })}
      </span>
    </span>
  )
  const [shown, folded] = isOfSession ? [[...changed, ...others], []] : [changed, others]
  const all = t('analysis__sessions__others', { total: folded.length })
  return (
    <Fold title={title} isOpen={isOpen} onToggle={(next) => setShown(isShown || next)}>
      {isShown && (
        <div className={classes.inside}>
          {(left.answer !== undefined || right.answer !== undefined) && (
            <div className={classes.pair}>
              <Heard side={left} />
              <Heard side={right} />
            </div>
          )}
          {shown.length > 0 && <Values rows={shown} dates={dates} label={name} />}
          {folded.length > 0 && (
            <Fold title={all}>
              <Values rows={folded} dates={dates} label={`${name}: ${all}`} />
            </Fold>
          )}
        </div>
      )}
    </Fold>
  )
}

function Heard({ side: { session, answer } }: { side: Side }) {
  const { t } = useTranslation()
  const texts = useEvolutionTexts()
  const take = answer && listTakes(answer).find(({ isFirstHeard }) => isFirstHeard)
  const date = texts.dayOf(session.date_created)
  return (
    <div>
      <p className={classes.when}>{date}</p>
      {answer === undefined || take === undefined ? (
        <p className={classes.none}>{t('analysis__sessions__no_recording')}</p>
      ) : (
        <Player
          key={take.take}
          recording={{
            participant_id: session.participant,
            protocol_res_id: session.id,
            protocol_item_id: answer.protocol_item.id,
            take: take.take,
          }}
          span={take.window}
          name={`${answer.protocol_item.title}, ${date}`}
        />
      )}
    </div>
  )
}

type ValuesProps = { rows: readonly Row[]; dates: { left: string; right: string }; label: string }

function Values({ rows, dates, label }: ValuesProps) {
  const { t } = useTranslation()
  const texts = useEvolutionTexts()
  const verdictOf = ({ line, change }: Row) => {
    if (change.kind === 'not_judged') return t('analysis__sessions__not_judged')
    if (change.kind === 'unknown') return t('analysis__sessions__unknown')
    if (change.kind === 'incomparable')
      return t('analysis__sessions__incomparable', {
        reasons: change.reasons.map((reason) => t(`analysis__obstacle__${reason}`)).join(', '),
      })
    const error = texts.errorOf(change.mdc95, line)
    return t(change.kind === 'beyond' ? 'analysis__change__beyond' : 'analysis__change__within', { error })
  }
  const differenceOf = ({ line, left, right, difference }: Row) =>
    texts.differenceOf(difference, [left.raw, right.raw], line)
  return (
    <Box className={classes.scroll} role="group" aria-label={label} tabIndex={0}>
      <table className={classes.values}>
        <thead>
          <tr>
            <th scope="col">{t('analysis__sessions__measure')}</th>
            <th scope="col">{texts.dayOf(dates.left)}</th>
            <th scope="col">{texts.dayOf(dates.right)}</th>
            <th scope="col" className={table.wide}>
              {t('analysis__sessions__difference')}
            </th>
            <th scope="col" className={table.wide}>
              {t('analysis__sessions__verdict')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.line.id} data-verdict={row.change.kind}>
              <th scope="row">
                {texts.nameOf(row.line)}
                <span className={table.second}>
                  {differenceOf(row)} · {verdictOf(row)}
                </span>
              </th>
              <td>{texts.valueOf(row.left.raw, row.line)}</td>
              <td>{texts.valueOf(row.right.raw, row.line)}</td>
              <td className={table.wide}>
                {differenceOf(row)}
                <Band row={row} />
              </td>
              <td className={table.wide}>{verdictOf(row)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Box>
  )
}

/** The difference as a dot on the band of the error around no difference. */
function Band({ row: { difference, change } }: { row: Row }) {
  if (!('mdc95' in change) || change.mdc95 === 0) return null
  const errors = Math.max(-2.5, Math.min(2.5, difference / change.mdc95))
  const x = 50 + errors * 18
  return (
    <svg viewBox="0 0 100 14" className={classes.band} aria-hidden="true">
      <rect x={32} width={36} y={2} height={10} rx={2} />
      <path d="M 5 7 H 95 M 50 2 v 10" />
      <circle cx={x} cy={7} r={4} />
    </svg>
  )
}
