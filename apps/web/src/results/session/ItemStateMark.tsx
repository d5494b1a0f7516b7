import { Loader } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from '../../ui/i18n.ts'
import { CheckIcon, CircleIcon, MicrophoneIcon, SkipIcon, WarningIcon } from '../../ui/icons.tsx'
import classes from './ItemStateMark.module.css'
import type { ItemState } from './session-state.ts'

export const stateIcons: Record<ItemState, ReactNode> = {
  ready: <CheckIcon size={16} />,
  poor: <WarningIcon size={16} />,
  pending: <Loader size={14} aria-hidden="true" />,
  failed: <WarningIcon size={16} />,
  skipped: <SkipIcon size={16} />,
  unanswered: <CircleIcon size={16} />,
  interrupted: <WarningIcon size={16} />,
  recorded: <MicrophoneIcon size={16} />,
}

/** An item's state as an icon and in words. */
export function ItemStateMark({ state }: { state: ItemState }) {
  const { t } = useTranslation()
  return (
    <span className={classes.mark} data-state={state}>
      {stateIcons[state]}
      {t(`responses__result__state__${state}`)}
    </span>
  )
}
