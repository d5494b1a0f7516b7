import { useTranslation } from '../../ui/i18n.ts'
import { type KeyRow, KeyTable } from '../../ui/KeyTable.tsx'
import classes from './Workbench.module.css'

const rows: readonly KeyRow[] = [
  [['A…Z'], 'workbench__key__type'],
  [['F2'], 'workbench__key__edit'],
  [['Tab', '⇧ Tab'], 'workbench__key__uncertain'],
  [['↵'], 'workbench__key__confirm'],
  [['←', '→'], 'workbench__key__move'],
  [['⇧ ←', '⇧ →'], 'workbench__key__start'],
  [['Ctrl ←', 'Ctrl →'], 'workbench__key__end'],
  [['+'], 'workbench__key__insert'],
  [['⌫'], 'workbench__key__join'],
  [['⌦'], 'workbench__key__remove'],
  [['1', '2', '3'], 'workbench__key__speaker'],
  [['4', '…', '9'], 'workbench__key__mark'],
  [['␣'], 'workbench__key__play'],
  [['↓'], 'workbench__key__word'],
  [['↑'], 'workbench__key__from'],
  [['<', '>'], 'workbench__key__rate'],
  [['.'], 'workbench__key__sounding'],
  [['Ctrl Z', 'Ctrl Y'], 'workbench__key__undo'],
  [['Ctrl ↵'], 'workbench__key__save'],
]

/** Every key of the workbench. */
export function KeysHelp() {
  const { t } = useTranslation()
  return (
    <section className={classes.help} aria-label={t('workbench__act__help')}>
      <KeyTable rows={rows} />
    </section>
  )
}
