import { SegmentedControl } from '@mantine/core'
import { Dialog } from '../../ui/Dialog.tsx'
import { useTranslation } from '../../ui/i18n.ts'
import { KeyTable } from '../../ui/KeyTable.tsx'
import classes from './ScreenHelp.module.css'
import { sizes } from './screen-view.ts'
import type { ParticipantScreen } from './useParticipantScreen.ts'

const keys = ['space', 'next', 'again', 'back', 'patient', 'help'] as const
const signs = { space: null, next: '→', again: 'R', back: 'Esc', patient: 'F', help: '?' } as const

/** The keys of the recorder, and how this participant sees best. */
export function ScreenHelp({ screen }: { screen: ParticipantScreen }) {
  const { t } = useTranslation()
  const { view, changeView, isHelpOpen, setHelpOpen } = screen
  return (
    <Dialog opened={isHelpOpen} title={t('participant_screen__keys')} onClose={() => setHelpOpen(false)}>
      <KeyTable
        rows={keys.map((key) => [[signs[key] ?? t('participant_screen__space')], `participant_screen__key__${key}`])}
      />
      <h3 id="screen-size">{t('participant_screen__size')}</h3>
      <SegmentedControl
        fullWidth
        aria-labelledby="screen-size"
        value={String(view.size)}
        data={sizes.map((size) => ({ value: String(size), label: `${size * 100} %` }))}
        onChange={(value) => changeView({ ...view, size: sizes.find((size) => String(size) === value) ?? 1 })}
      />
      <h3 id="screen-contrast">{t('participant_screen__contrast')}</h3>
      <SegmentedControl
        fullWidth
        aria-labelledby="screen-contrast"
        value={view.contrast}
        data={[
          { value: 'normal', label: t('participant_screen__contrast_normal') },
          { value: 'high', label: t('participant_screen__contrast_high') },
        ]}
        onChange={(value) => changeView({ ...view, contrast: value === 'high' ? 'high' : 'normal' })}
      />
      <p className={classes.kept}>{t('participant_screen__kept')}</p>
    </Dialog>
  )
}
