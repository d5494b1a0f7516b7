import type { ProtocolItem } from '@fonema/contract'
import { Stimulus } from '../../takes/Stimulus.tsx'
import { Stage } from './Stage.tsx'
import { usualView } from './screen-view.ts'

type Previewed = Pick<
  ProtocolItem,
  'title' | 'trigger' | 'image' | 'audio' | 'video' | 'image_alt' | 'video_alt' | 'subtitles'
>

/** An item as the recorder shows it to the examiner, outside a session. */
export function ExaminerPreview({ item, lang }: { item: Previewed; lang: string }) {
  return <Stimulus item={item} lang={lang} heading={<h3 lang={lang}>{item.title}</h3>} />
}

/** An item as the participant's screen shows it, outside a session. */
export function ParticipantPreview({ item, lang, progress }: { item: Previewed; lang: string; progress: number }) {
  const { trigger, image, video } = item
  const stimulus = { trigger, image, video, lang }
  const still = { phase: 'ready', secondsLeft: 0, isVideoPlaying: false, view: usualView } as const
  return <Stage isPart state={{ stimulus, progress, ...still }} />
}
