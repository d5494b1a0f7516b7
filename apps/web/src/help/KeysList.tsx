import { type TextKey, useTranslation } from '../ui/i18n.ts'
import { type KeyRow, KeyTable } from '../ui/KeyTable.tsx'
import classes from './Help.module.css'

const groups: [title: TextKey, rows: KeyRow[]][] = [
  ['help__keys__everywhere', [[['?'], 'help__keys__help']]],
  [
    'help__keys__recorder',
    [
      [['␣'], 'participant_screen__key__space'],
      [['→'], 'participant_screen__key__next'],
      [['R'], 'participant_screen__key__again'],
      [['F'], 'participant_screen__key__patient'],
      [['Esc'], 'participant_screen__key__back'],
      [['?'], 'participant_screen__key__help'],
    ],
  ],
  [
    'help__keys__sound',
    [
      [['␣'], 'responses__sound__key_play'],
      [['←', '→'], 'responses__sound__key_second'],
      [['⇧ ←', '⇧ →'], 'responses__sound__key_tenth'],
      [['S', '⇧ S'], 'responses__sound__key_syllable'],
      [['L'], 'responses__sound__key_loop'],
      [['+', '−', '0'], 'responses__sound__key_zoom'],
      [['<', '>'], 'responses__sound__key_speed'],
      [['Esc'], 'responses__sound__key_clear'],
    ],
  ],
]

/** Every key of the application, by the place where it acts. */
export function KeysList() {
  const { t } = useTranslation()
  return groups.map(([title, rows]) => (
    <section key={title} className={classes.keys}>
      <h3>{t(title)}</h3>
      <KeyTable rows={rows} />
    </section>
  ))
}
