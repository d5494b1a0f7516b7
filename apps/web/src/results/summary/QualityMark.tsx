import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { CheckIcon, WarningIcon } from '../../ui/icons.tsx'
import { ItemStateMark } from '../session/ItemStateMark.tsx'
import type { Item } from '../session/session-state.ts'
import classes from './QualityMark.module.css'

const marks: Record<'good' | 'fair' | 'poor', ReactNode> = {
  good: <CheckIcon size={16} />,
  fair: <CheckIcon size={16} />,
  poor: <WarningIcon size={16} />,
}

/** How good an item's recording is, by icon, word and colour; for an item without a verdict, its state. */
export function QualityMark({ item: { answer, state } }: { item: Item }) {
  const { t } = useTranslation()
  const verdict = answer?.quality?.verdict
  if (verdict === undefined || (state !== 'ready' && state !== 'poor')) return <ItemStateMark state={state} />
  return (
    <span className={classes.mark} data-verdict={verdict}>
      {marks[verdict]}
      {t(`analysis__verdict__${verdict}`)}
    </span>
  )
}
