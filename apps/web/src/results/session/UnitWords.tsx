import type { ContentUnitResult } from '@fonema/contract'
import type { AudioPlayer } from '../../takes/audio-player.ts'
import { useTranslation } from '../../ui/i18n.ts'
import classes from './ContentUnits.module.css'

type UnitWordsProps = { words: ContentUnitResult['words']; player: AudioPlayer | null; language: string }

/** The words that say a unit. A click plays from the first of them to the last, where their times are known. */
export function UnitWords({ words, player, language }: UnitWordsProps) {
  const { t } = useTranslation()
  const text = words.map((word) => word.text).join(' … ')
  const start = words.find((word) => word.start !== null)?.start ?? null
  const end = words.findLast((word) => word.end !== null)?.end ?? null
  if (start === null || player === null)
    return (
      <q className={classes.words} lang={language}>
        {text}
      </q>
    )
  return (
    <button
      type="button"
      className={classes.words}
      lang={language}
      title={t('content_units__words__play')}
      onClick={() => (end === null || end <= start ? player.seek(start) : player.playPiece({ start, end }))}
    >
      {text}
    </button>
  )
}
