import type { Take } from '@fonema/contract'
import { NativeSelect } from '@mantine/core'
import { formatApiDate } from '../ui/dates.ts'
import { currentLanguage, type TextKey, useTranslation } from '../ui/i18n.ts'
import classes from './TakeChooser.module.css'
import type { ListedTake } from './takes.ts'

const names: Record<Take['status'], TextKey> = {
  counting: 'responses__result__take_counting',
  superseded: 'responses__result__take_not_counting',
  interrupted: 'responses__result__take_interrupted',
  late: 'responses__result__take_late',
}

type TakeSelectProps = { takes: readonly ListedTake[]; shown: ListedTake; onChoose: (take: number) => void }

/** Selects which take of an item is played. Renders nothing if there is only one. */
export function TakeSelect({ takes, shown, onChoose }: TakeSelectProps) {
  const { t } = useTranslation()
  if (takes.length < 2) return null
  const nameOf = ({ position, status, date_doubtful, recorded_at, stored_at }: ListedTake) => {
    const date = formatApiDate(date_doubtful ? stored_at : recorded_at, currentLanguage())
    return t(names[status], { position, total: takes.length, date })
  }
  return (
    <NativeSelect
      className={classes.choice}
      label={t('responses__result__take')}
      value={shown.take}
      data={takes.map((take) => ({ value: String(take.take), label: nameOf(take) }))}
      onChange={({ currentTarget }) => onChoose(Number(currentTarget.value))}
    />
  )
}
