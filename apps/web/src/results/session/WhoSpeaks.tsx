import type { People, ReadyResult } from '@fonema/contract'
import { Button, NativeSelect } from '@mantine/core'
import { useLayoutEffect, useRef } from 'react'
import { call } from '../../api/call.ts'
import { useAccess } from '../../api/current-user.ts'
import { formatApiDate } from '../../ui/dates.ts'
import { useFailureTexts } from '../../ui/failure-texts.ts'
import { currentLanguage, useTranslation } from '../../ui/i18n.ts'
import { formatDecimals } from '../../ui/numbers.ts'
import { useSaveTrack, useTracks } from '../speakers/useSaveTrack.ts'
import { useDecision } from './useDecision.ts'
import type { ItemPath } from './useTranscript.ts'
import classes from './WhoSpeaks.module.css'

type Found = ReadyResult['data']['speakers']
type WhoSpeaksProps = {
  item: ItemPath
  people: number
  /** Two microphones say who speaks when. */
  byMicrophones?: boolean
  found: Found
  /** The newest version that a person made; absent: nobody corrected who speaks. */
  track?: number | undefined
  isOpen: boolean
  /** The recording is being measured. */
  isPending?: boolean
  /** Opens who speaks when for correction. */
  onCorrect?: (() => void) | undefined
  /** It was just closed: its button takes the focus back. */
  isBack?: boolean
}

const choices = { 1: 'analysis__speakers__alone', 2: 'analysis__speakers__both' } as const

const notes = { voice: 'analysis__speakers__note', microphones: 'analysis__speakers__note_microphones' } as const

/** How many people speak in the recording, as the examiner says, and what was found of it. */
export function WhoSpeaks(props: WhoSpeaksProps) {
  const {
    item,
    people,
    byMicrophones = false,
    found,
    track,
    isOpen,
    isPending = false,
    onCorrect,
    isBack = false,
  } = props
  const { t } = useTranslation()
  const way = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    if (isBack) way.current?.focus()
  }, [isBack])
  const { ofFailure } = useFailureTexts()
  const mayChoose = useAccess({ role: 'examiner', feature: 'recordProtocol' }) && isOpen
  const say = useDecision(item, (body: People) =>
    call('PATCH /protocols/responses/{participant_id}/{protocol_res_id}/item/{protocol_item_id}/speakers/', {
      params: item,
      body,
    }),
  )
  const given = say.isPending ? say.variables.people : people
  return (
    <div className={classes.people}>
      {mayChoose ? (
        <NativeSelect
          label={t('analysis__speakers__question')}
          value={String(given)}
          disabled={say.isPending}
          data={Object.entries(choices).map(([value, text]) => ({ value, label: t(text) }))}
          onChange={({ currentTarget }) => say.mutate({ people: Number(currentTarget.value) })}
        />
      ) : (
        people > 1 && <p>{t(choices[2])}</p>
      )}
      {say.error !== null && (
        <p role="alert" className={classes.failed}>
          {ofFailure(say.error)}
        </p>
      )}
      {people > 1 && <p className={classes.note}>{t(notes[byMicrophones ? 'microphones' : 'voice'])}</p>}
      {found !== undefined && found.others_share_pct !== null && (
        <p>
          {t('analysis__speakers__share', {
            percent: formatDecimals(found.others_share_pct, currentLanguage(), 0),
          })}
        </p>
      )}
      {people > 1 && track !== undefined && <TrackAuthor item={item} mayChange={mayChoose && !isPending} />}
      {people > 1 && mayChoose && onCorrect !== undefined && (
        <Button ref={way} variant="default" className={classes.correct} disabled={isPending} onClick={onCorrect}>
          {t('analysis__speakers__correct')}
        </Button>
      )}
    </div>
  )
}

/** Who corrected who speaks when, and the way back to what was found by voice. */
function TrackAuthor({ item, mayChange }: { item: ItemPath; mayChange: boolean }) {
  const { t } = useTranslation()
  const { ofFailure } = useFailureTexts()
  const { data } = useTracks(item, true)
  const back = useSaveTrack(item, () => {})
  const newest = data?.[0]
  if (newest === undefined) return null
  const { version, segments, author, created_at } = newest
  const made = {
    version,
    name: `${author.first_name} ${author.last_name}`.trim(),
    date: formatApiDate(created_at, currentLanguage()),
  }
  return (
    <>
      <p className={classes.note}>
        {t(segments === null ? 'analysis__speakers__taken_back' : 'analysis__speakers__corrected', made)}
      </p>
      {segments !== null && mayChange && (
        <Button
          variant="default"
          className={classes.correct}
          loading={back.isPending}
          onClick={() => back.mutate({ segments: null, based_on: version })}
        >
          {t('analysis__speakers__back')}
        </Button>
      )}
      {back.error !== null && (
        <p role="alert" className={classes.failed}>
          {ofFailure(back.error)}
        </p>
      )}
    </>
  )
}
