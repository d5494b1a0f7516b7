import { type KeyboardEvent, useEffect, useRef } from 'react'
import type { TrackPlace } from '../../takes/sound/SoundView.tsx'
import track from '../../takes/sound/SpeakerTrack.module.css'
import { atStart, speakerTexts } from '../../takes/sound/speaker-names.ts'
import { xOf } from '../../takes/sound/view.ts'
import { currentLanguage, useTranslation } from '../../ui/i18n.ts'
import { formatDecimals } from '../../ui/numbers.ts'
import classes from './EditTrack.module.css'
import { trackActionOf } from './keys.ts'
import type { TrackWork } from './useTrack.ts'

type EditTrackProps = { work: TrackWork; place: TrackPlace }

/** So many pixels hold a name. */
const roomForName = 90

/** Who speaks when, on the time axis of the sound. Tab enters it once; the keys of `keys.ts` work on the current segment. */
export function EditTrack({ work: { history, focusTurn, act, choose }, place: { view, plot, axis } }: EditTrackProps) {
  const { t } = useTranslation()
  const { segments, at } = history.now
  const list = useRef<HTMLFieldSetElement>(null)
  const end = view.start + view.length
  const seconds = (value: number) => formatDecimals(value, currentLanguage(), 2)

  // Without a current segment, or with one out of view, the track itself has the keys.
  useEffect(() => {
    if (focusTurn === 0) return
    const current = list.current?.querySelector<HTMLElement>('[data-current]')
    ;(current ?? list.current)?.focus()
  }, [focusTurn])

  function onKeyDown(event: KeyboardEvent) {
    const action = trackActionOf(event)
    if (action === null) return
    event.preventDefault()
    event.stopPropagation()
    act(action)
  }

  const shown = segments
    .map((segment, place) => ({ ...segment, place }))
    .filter((segment) => segment.end >= view.start && segment.start <= end)
  const isShown = shown.some(({ place }) => place === at)
  return (
    <fieldset
      ref={list}
      className={`${track.track} ${classes.edited}`}
      style={{ marginLeft: axis, width: plot }}
      aria-label={t('workbench__track__list')}
      // Without a segment in view, the keys need a place.
      tabIndex={isShown ? -1 : 0}
      onKeyDown={onKeyDown}
    >
      {shown.map(({ id, start, end, speaker, place }) => {
        const left = Math.max(0, xOf(view, start, plot))
        const width = Math.min(plot, xOf(view, end, plot)) - left
        const name = atStart(t(speakerTexts[speaker]))
        const label = t('analysis__speakers__segment', { name, from: seconds(start), to: seconds(end) })
        return (
          <button
            key={id}
            type="button"
            tabIndex={place === at ? 0 : -1}
            data-speaker={speaker}
            data-current={place === at ? '' : undefined}
            aria-label={label}
            aria-pressed={place === at}
            title={label}
            style={{ left, width: Math.max(3, width) }}
            onClick={() => choose(place)}
          >
            {width > roomForName ? name : width > 14 ? name[0] : ''}
          </button>
        )
      })}
    </fieldset>
  )
}
