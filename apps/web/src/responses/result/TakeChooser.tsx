import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { formatApiDate } from '../../ui/dates.ts'
import { currentLanguage } from '../../ui/i18n.ts'
import classes from './TakeChooser.module.css'
import type { ListedTake } from './takes.ts'

type TakeChooserProps = {
  takes: readonly ListedTake[]
  shown: ListedTake
  isSkipped: boolean
  onChoose: (take: number) => void
}

/** Which of an item's takes is heard, and whether it is the one that counts. Nothing where there is nothing to say. */
export function TakeChooser({ takes, shown, isSkipped, onChoose }: TakeChooserProps) {
  const { t } = useTranslation()
  const nameOf = ({ position, counts, interrupted, recorded_at }: ListedTake) => {
    const date = formatApiDate(recorded_at, currentLanguage())
    const facts = { position, total: takes.length, date }
    if (interrupted) return t('responses__result__take_interrupted', facts)
    return t(counts ? 'responses__result__take_counting' : 'responses__result__take_not_counting', facts)
  }
  const note = useNote({ takes, shown, isSkipped })
  if (takes.length < 2 && note === null) return null
  return (
    <div className={classes.takes}>
      {takes.length > 1 && (
        <NativeSelect
          className={classes.choice}
          label={t('responses__result__take')}
          value={shown.take}
          data={takes.map((take) => ({ value: String(take.take), label: nameOf(take) }))}
          onChange={({ currentTarget }) => onChoose(Number(currentTarget.value))}
        />
      )}
      {note !== null && <p className={classes.note}>{note}</p>}
    </div>
  )
}

function useNote({ takes, shown, isSkipped }: Omit<TakeChooserProps, 'onChoose'>): string | null {
  const { t } = useTranslation()
  const counting = takes.find(({ counts }) => counts)
  if (isSkipped) return t('responses__result__take_before_skip')
  if (counting === undefined) return t('responses__result__take_incomplete')
  if (!shown.counts) return t('responses__result__take_note', { position: counting.position })
  const continued = takes.find(({ take }) => take === shown.continues)
  return continued === undefined ? null : t('responses__result__take_continues', { position: continued.position })
}
