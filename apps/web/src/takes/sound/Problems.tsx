import { currentLanguage, useTranslation } from '../../ui/i18n.ts'
import type { AudioPlayer } from '../audio-player.ts'
import { clockTime } from '../clock-time.ts'
import { around, type Problem } from './problems.ts'
import classes from './SoundView.module.css'

const mostShown = 6

/** Where the recording is damaged: each place can be heard. */
export function Problems({ problems, player }: { problems: readonly Problem[]; player: AudioPlayer }) {
  const { t } = useTranslation()
  if (problems.length === 0) return null
  const more = problems.length - mostShown
  return (
    <ul className={classes.problems} aria-label={t('responses__sound__problems')}>
      {problems.slice(0, mostShown).map(({ kind, span }) => (
        <li key={`${kind}-${span.start}`}>
          <button type="button" onClick={() => player.playPiece(around(span))}>
            {t(kind === 'gap' ? 'responses__sound__gap' : 'responses__sound__clipped', {
              time: clockTime(span.start, currentLanguage()),
            })}
          </button>
        </li>
      ))}
      {more > 0 && <li>{t('responses__sound__more_problems', { count: more })}</li>}
    </ul>
  )
}
