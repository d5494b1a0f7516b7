import { Button } from '@mantine/core'
import { useTranslation } from '../../ui/i18n.ts'
import { CheckIcon, CircleIcon, MicrophoneIcon, SkipIcon, WarningIcon } from '../../ui/icons.tsx'
import classes from './ItemStates.module.css'
import type { ItemSummary } from './session-summary.ts'

const icons = { recorded: CheckIcon, skipped: SkipIcon, poor: WarningIcon, interrupted: WarningIcon, open: CircleIcon }

type ItemStatesProps = {
  items: readonly ItemSummary[]
  lang: string
  isLocked: boolean
  onRecord: (id: ItemSummary['id']) => void
}

/** What became of each item; any of them can be recorded again while the participant is there. */
export function ItemStates({ items, lang, isLocked, onRecord }: ItemStatesProps) {
  const { t } = useTranslation()
  return (
    <ol className={classes.items}>
      {items.map(({ id, title, number, state, isJudged }) => {
        // The tick is for recordings with a verdict that is not poor.
        const Icon = state === 'recorded' && !isJudged ? MicrophoneIcon : icons[state]
        return (
          <li key={id} className={classes.item} data-state={state} data-judged={isJudged || undefined}>
            <span className={classes.number}>{number}.</span>
            <span className={classes.title} lang={lang}>
              {title}
            </span>
            <span className={classes.state}>
              <Icon size={18} />
              {t(`responses__end__state__${state}`)}
            </span>
            <Button
              variant={state === 'poor' || state === 'interrupted' ? 'light' : 'subtle'}
              size="compact-md"
              disabled={isLocked}
              aria-label={t('responses__end__record_item', { number })}
              onClick={() => onRecord(id)}
            >
              {t('responses__record__again')}
            </Button>
          </li>
        )
      })}
    </ol>
  )
}
