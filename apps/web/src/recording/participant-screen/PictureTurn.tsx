import { Button } from '@mantine/core'
import { useTranslation } from '../../ui/i18n.ts'
import { TurnIcon } from '../../ui/icons.tsx'
import classes from './PictureTurn.module.css'
import type { TurnedPicture } from './useTurnedPicture.ts'

type PictureTurnProps = {
  picture: TurnedPicture
  /** The picture is alone on the screen, as it is while somebody is recorded. */
  isFilling: boolean
}

/** Before a recording it announces that the picture will be turned; then it can be turned back. Never on the picture. */
export function PictureTurn({ picture, isFilling }: PictureTurnProps) {
  const { t } = useTranslation()
  if (!picture.canTurn) return null
  if (!isFilling) return picture.isTurned && <p className={classes.hint}>{t('participant_screen__turn_hint')}</p>
  return (
    <div className={classes.turn} data-in-patient-mode>
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
