import { ActionIcon, CloseButton, Popover } from '@mantine/core'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { InfoIcon } from '../../ui/icons.tsx'
import { MeasureExplanation } from './MeasureExplanation.tsx'
import classes from './MeasureSign.module.css'
import { useAnalysisTexts } from './useAnalysisTexts.ts'

/** A button beside a measure's name that opens its explanation. */
export function MeasureSign({ measure, unit }: { measure: string; unit: string | null }) {
  const { t } = useTranslation()
  const name = useAnalysisTexts().ofMeasure(measure)
  const [opened, setOpened] = useState(false)
  const id = useId()
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-start"
      width="min(26rem, calc(100vw - 24px))"
      offset={4}
      shadow="md"
      trapFocus
      returnFocus
      middlewares={{ flip: true, shift: { crossAxis: true, padding: 12 } }}
    >
      <Popover.Target>
        <ActionIcon
          size={28}
          color="gray"
          className={classes.sign}
          aria-label={t('analysis__sign__open', { name })}
          onClick={() => setOpened(!opened)}
        >
          <InfoIcon size={16} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown className={classes.dropdown} aria-labelledby={id}>
        <div className={classes.head}>
          <h2 id={id} className={classes.title} tabIndex={-1} data-autofocus>
            {name}
          </h2>
          <CloseButton size={32} aria-label={t('base__dialog__close')} onClick={() => setOpened(false)} />
        </div>
        <MeasureExplanation measure={measure} unit={unit} />
      </Popover.Dropdown>
    </Popover>
  )
}
