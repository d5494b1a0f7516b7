import type { ProtocolItem } from '@fonema/contract'
import type { ReactNode } from 'react'
import { useTranslation } from '../ui/i18n.ts'
import { SafeHtml } from '../ui/SafeHtml.tsx'
import classes from './Stimulus.module.css'
import { type PlayerState, StimulusPlayer } from './StimulusPlayer.tsx'

export type StimulusKind = 'audio' | 'video'

type StimulusProps = {
  /** Media addresses may point to the server or to preloaded copies. */
  item: Pick<ProtocolItem, 'title' | 'trigger' | 'image' | 'audio' | 'video' | 'image_alt' | 'video_alt' | 'subtitles'>
  /** The protocol's language, for screen readers. */
  lang?: string
  heading?: ReactNode
  /** Playback is disabled: somebody is being recorded. */
  isLocked?: boolean
  /** Highlights the player as the next step: it must be played first. */
  isNext?: boolean
  /** Fills the height of its surroundings: the picture gets what the text leaves. */
  isFilling?: boolean
  /** A picture or video stands alone; a text without one stays. */
  hidesText?: boolean
  /** The picture lies on its side, so that a wide one fills a high screen. */
  isTurned?: boolean
  onPlayer?: (kind: StimulusKind, state: PlayerState) => void
}

/** The stimulus of an item: any of text, image, sound and video. */
export function Stimulus({
  item,
  lang,
  heading,
  isLocked = false,
  isNext = false,
  isFilling = false,
  hidesText = false,
  isTurned = false,
  onPlayer,
}: StimulusProps) {
  const { t } = useTranslation()
  const { title, trigger, image, audio, video } = item
  const player = (kind: StimulusKind, src: string) => (
    <StimulusPlayer
      kind={kind}
      src={src}
      title={title}
      {...(kind === 'video' && { subtitles: item.subtitles ?? null, lang, about: item.video_alt ?? null })}
      isLocked={isLocked}
      isNext={isNext}
      onState={(state) => onPlayer?.(kind, state)}
    />
  )
  const isVisual = image !== null || video !== null
  return (
    <div className={classes.frame} data-filling={isFilling || undefined}>
      <div className={classes.stimulus} data-visual={isVisual || undefined}>
        <div className={classes.part} hidden={hidesText && isVisual}>
          {heading}
          {trigger !== '' && (
            <div dir="auto">
              <SafeHtml html={trigger} lang={lang} className={classes.trigger} />
            </div>
          )}
          {audio !== null && player('audio', audio)}
        </div>
        {isVisual && (
          <div className={classes.part} data-picture>
            {image !== null && (
              <div className={classes.picture} data-turned={isTurned || undefined}>
                <img
                  className={classes.image}
                  src={image}
                  alt={item.image_alt || t('responses__stimulus__image_alt', { title })}
                />
              </div>
            )}
            {video !== null && player('video', video)}
          </div>
        )}
      </div>
    </div>
  )
}
