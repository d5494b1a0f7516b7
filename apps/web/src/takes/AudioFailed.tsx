import { Button } from '@mantine/core'
import { useTranslation } from '../ui/i18n.ts'
import type { AudioPlayer } from './audio-player.ts'
import classes from './Player.module.css'

/** In place of a player whose sound did not arrive. */
export function AudioFailed({ player }: { player: AudioPlayer }) {
  const { t } = useTranslation()
  return (
    <div className={classes.failed} role="alert">
      <span>{t('responses__result__audio_failed')}</span>
      <Button variant="default" onClick={player.retry}>
        {t('base__state__retry')}
      </Button>
    </div>
  )
}
