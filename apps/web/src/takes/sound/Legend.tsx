import type { Curves } from '@fonema/speech'
import { currentLanguage, useTranslation } from '../../ui/i18n.ts'
import { formatDecimals } from '../../ui/numbers.ts'
import type { AudioPlayer } from '../audio-player.ts'
import { cssColour, levelColour } from './colour-map.ts'
import { rangeDb } from './paint.ts'
import { curveColours } from './picture.ts'
import classes from './SoundView.module.css'
import { valueAt } from './scales.ts'
import { usePlaying } from './usePlaying.ts'

const colours = Array.from({ length: 9 }, (_, i) => cssColour(levelColour(i / 8)))

type LegendProps = { curves: Curves | 'loading' | null; player: AudioPlayer; pitchWithheld: string | null }

/** What the lines and colours mean, with the values at the playback position. */
export function Legend({ curves, player, pitchWithheld }: LegendProps) {
  const { t } = useTranslation()
  const found = typeof curves === 'string' ? null : curves
  const value = (seconds: number, curve: Curves['pitch'] | undefined) => {
    const at = curve ? valueAt(curve, seconds) : null
    return at === null ? '–' : formatDecimals(at, currentLanguage(), 0)
  }
  const hz = usePlaying(player, ({ seconds }) => value(seconds, found?.pitch))
  const db = usePlaying(player, ({ seconds }) => value(seconds, found?.intensity))
  const withheld = pitchWithheld ?? (found !== null && found.pitch === null ? t('responses__sound__no_pitch') : null)
  return (
    <div className={classes.legend}>
      {curves === 'loading' && <span role="status">{t('responses__sound__measuring')}</span>}
      {curves === null && <span>{t('responses__sound__no_curves')}</span>}
      {found !== null && (
        <>
          <span>
            <i style={{ background: curveColours.pitch }} />
            {withheld === null
              ? t('responses__sound__pitch', { hz })
              : t('responses__sound__withheld', { reason: withheld })}
          </span>
          <span>
            <i style={{ background: curveColours.intensity }} />
            {t('responses__sound__intensity', { db })}
          </span>
          {found.syllablesS.length > 0 && (
            <span>
              <i className={classes.dot} style={{ background: curveColours.syllable }} />
              {t('responses__sound__syllables')}
            </span>
          )}
        </>
      )}
      <span className={classes.scale}>
        {t('responses__sound__levels', { range: `−${rangeDb}` })}
        <i style={{ background: `linear-gradient(to right, ${colours.join(', ')})` }} />0 dB
      </span>
    </div>
  )
}
