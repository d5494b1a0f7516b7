import type { ProtocolItem } from '@fonema/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { SafeHtml } from '../ui/SafeHtml.tsx'
import classes from './Stimulus.module.css'
import { type PlayerState, StimulusPlayer } from './StimulusPlayer.tsx'

export type StimulusKind = 'audio' | 'video'

type StimulusProps = {
  /** The media may be addresses of the server or of what was loaded before. */
  item: Pick<ProtocolItem, 'title' | 'trigger' | 'image' | 'audio' | 'video'>
  /** The protocol's language, for screen readers. */
  lang?: string
  heading?: ReactNode
  /** Nothing plays and nothing can be played: somebody is being recorded. */
  isLocked?: boolean
  /** Marks the player as what comes next: it has to be heard first. */
  isNext?: boolean
  onPlayer?: (kind: StimulusKind, state: PlayerState) => void
}

/** What a participant answers to: text, image, sound and video, whichever of them the item has. */
export function Stimulus({ item, lang, heading, isLocked = false, isNext = false, onPlayer }: StimulusProps) {
  const { t } = useTranslation()
  const { title, trigger, image, audio, video } = item
  const player = (kind: StimulusKind, src: string) => (
    <StimulusPlayer
      kind={kind}
      src={src}
      title={title}
      isLocked={isLocked}
      isNext={isNext}
      onState={(state) => onPlayer?.(kind, state)}
    />
  )
  const isVisual = image !== null || video !== null
  return (
    <div className={classes.frame}>
      <div className={classes.stimulus} data-visual={isVisual || undefined}>
        <div className={classes.part}>
          {heading}
          {trigger !== '' && <SafeHtml html={trigger} lang={lang} className={classes.trigger} />}
          {audio !== null && player('audio', audio)}
        </div>
        {isVisual && (
          <div className={classes.part}>
            {image !== null && (
              <img className={classes.image} src={image} alt={t('responses__stimulus__image_alt', { title })} />
            )}
            {video !== null && player('video', video)}
          </div>
        )}
      </div>
    </div>
  )
}
