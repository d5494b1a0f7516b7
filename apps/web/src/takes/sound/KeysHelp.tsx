import { ActionIcon, Popover } from '@mantine/core'
import { useTranslation } from '../../ui/i18n.ts'
import { KeyboardIcon } from '../../ui/icons.tsx'
import { type KeyRow, KeyTable } from '../../ui/KeyTable.tsx'
import classes from './SoundView.module.css'

const rows: readonly KeyRow[] = [
  [['␣'], 'responses__sound__key_play'],
  [['←', '→'], 'responses__sound__key_second'],
  [['⇧ ←', '⇧ →'], 'responses__sound__key_tenth'],
  [['S', '⇧ S'], 'responses__sound__key_syllable'],
  [['L'], 'responses__sound__key_loop'],
  [['+', '−', '0'], 'responses__sound__key_zoom'],
  [['<', '>'], 'responses__sound__key_speed'],
  [['Esc'], 'responses__sound__key_clear'],
]

/** The keys of the sound view, and how to use it with a pointer. */
export function KeysHelp() {
  const { t } = useTranslation()
  return (
    <Popover position="bottom-end" width={340} shadow="md" trapFocus withinPortal={false}>
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('responses__sound__keys')}
          title={t('responses__sound__keys')}
        >
          <KeyboardIcon />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown className={classes.keys} aria-label={t('responses__sound__keys')} tabIndex={-1} data-autofocus>
        <KeyTable rows={rows} />
        <p>{t('responses__sound__pointer')}</p>
      </Popover.Dropdown>
    </Popover>
  )
}
