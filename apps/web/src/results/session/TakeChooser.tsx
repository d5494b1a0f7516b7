import classes from '../../takes/TakeChooser.module.css'
import { TakeSelect } from '../../takes/TakeSelect.tsx'
import type { ListedTake } from '../../takes/takes.ts'
import { formatApiDate } from '../../ui/dates.ts'
import { currentLanguage, useTranslation } from '../../ui/i18n.ts'

type TakeChooserProps = {
  takes: readonly ListedTake[]
  shown: ListedTake
  isSkipped: boolean
  onChoose: (take: number) => void
}

/** Selects the take to play, and says why it counts or not. Renders nothing if there is nothing to say. */
export function TakeChooser({ takes, shown, isSkipped, onChoose }: TakeChooserProps) {
  const note = useNote({ takes, shown, isSkipped })
  if (takes.length < 2 && note === null) return null
  return (
    <div className={classes.takes}>
      <TakeSelect takes={takes} shown={shown} onChoose={onChoose} />
      {note !== null && <p className={classes.note}>{note}</p>}
    </div>
  )
}

function useNote({ takes, shown, isSkipped }: Omit<TakeChooserProps, 'onChoose'>): string | null {
  const { t } = useTranslation()
  const counting = takes.find(({ counts }) => counts)
  if (shown.status === 'late')
    return t('responses__result__take_late_note', { date: formatApiDate(shown.stored_at, currentLanguage()) })
  if (isSkipped) return t('responses__result__take_before_skip')
  if (counting === undefined) return t('responses__result__take_incomplete')
  if (!shown.counts) return t('responses__result__take_note', { position: counting.position })
  if (shown.interrupted) return t('responses__result__take_used_as_it_is')
  const continued = takes.find(({ take }) => take === shown.continues)
  return continued === undefined ? null : t('responses__result__take_continues', { position: continued.position })
}
