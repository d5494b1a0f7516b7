import { ActionIcon, Drawer } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from '../../ui/i18n.ts'
import { InfoIcon } from '../../ui/icons.tsx'
import { MeasureExplanation } from './MeasureExplanation.tsx'
import classes from './MeasureSign.module.css'
import { useAnalysisTexts } from './useAnalysisTexts.ts'

type MeasureSignProps = {
  measure: string
  unit: string | null
  /** as it stands on the page; default: the measure's own */
  name?: string
}

/** A button beside a measure's name that opens its card at the side. */
export function MeasureSign({ measure, unit, name: given }: MeasureSignProps) {
  const { t } = useTranslation()
  const { ofMeasure } = useAnalysisTexts()
  const name = given ?? ofMeasure(measure)
  const [opened, setOpened] = useState(false)
  return (
    <>
      <ActionIcon
        size={28}
        color="gray"
        className={classes.sign}
        data-measure={measure}
        aria-label={t('analysis__sign__open', { name })}
        aria-haspopup="dialog"
        aria-expanded={opened}
        onClick={() => setOpened(true)}
      >
        <InfoIcon size={16} />
      </ActionIcon>
      <Drawer.Root
        opened={opened}
        onClose={() => setOpened(false)}
        position="right"
        size="min(30rem, 100vw)"
        classNames={{ content: classes.panel, title: classes.title }}
      >
        <Drawer.Overlay backgroundOpacity={0.25} />
        <Drawer.Content>
          {/* Mantine's own header element would add a second banner landmark. */}
          <div className={classes.head}>
            <Drawer.Title>{name}</Drawer.Title>
            <Drawer.CloseButton size="lg" aria-label={t('base__dialog__close')} />
          </div>
          <Drawer.Body>
            <MeasureExplanation measure={measure} unit={unit} />
          </Drawer.Body>
        </Drawer.Content>
      </Drawer.Root>
    </>
  )
}
