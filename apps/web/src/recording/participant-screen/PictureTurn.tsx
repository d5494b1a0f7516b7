import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { TurnIcon } from '../../ui/icons.tsx'
import classes from './PictureTurn.module.css'
import type { TurnedPicture } from './useTurnedPicture.ts'

type PictureTurnProps = {
  picture: TurnedPicture
  /** The picture is alone on the screen, as it is while somebody is recorded. */
  isFilling: boolean
}

/** Turns a picture, and before a recording announces that it will be turned. Beside the picture, never on it. */
export function PictureTurn({ picture, isFilling }: PictureTurnProps) {
  const { t } = useTranslation()
  if (!picture.canTurn) return null
  return (
    <div className={classes.turn} data-in-patient-mode>
      {!isFilling && picture.isTurned && <p className={classes.hint}>{t('participant_screen__turn_hint')}</p>}
      <Button
        className={classes.button}
        variant="subtle"
        color="dark"
        leftSection={<TurnIcon />}
        onClick={picture.toggle}
      >
        {t(picture.isTurned ? 'participant_screen__turn_back' : 'participant_screen__turn')}
      </Button>
    </div>
  )
}
