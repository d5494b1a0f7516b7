import type { SessionId, SessionRecordingId } from '@fonema/contract'
import { Button, NumberInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { useAccess } from '../../api/current-user.ts'
import { ApiFailure } from '../../api/http.ts'
import { useFailureTexts } from '../../ui/failure-texts.ts'
import { currentLanguage, useTranslation } from '../../ui/i18n.ts'
import { PlayIcon } from '../../ui/icons.tsx'
import { Unsaved } from '../../ui/Unsaved.tsx'
import type { Proposal } from './proposals.ts'
import classes from './SessionRecording.module.css'

export type RecordingParams = { participant_id: string; protocol_res_id: string; recording_id: string }

type CutRowProps = {
  params: RecordingParams
  proposal: Proposal
  title: string
  lang: string
  durationSeconds: number
  onCut: () => void
}

/** What is heard of an edge. */
const edgeSeconds = 5

/** One part: its edges, moved by keyboard and heard, and the step that makes it a take. */
export function CutRow({ params, proposal, title, lang, durationSeconds, onCut }: CutRowProps) {
  const { t } = useTranslation()
  const texts = useFailureTexts()
  const mayHear = useAccess({ feature: 'readProtocolRes' })
  const [start, setStart] = useState(proposal.startSeconds)
  const [end, setEnd] = useState(proposal.endSeconds)
  const { play, error: unheard } = usePart(params)
  const cut = useMutation({
    mutationFn: () =>
      call('POST /protocols/responses/{participant_id}/{protocol_res_id}/recordings/{recording_id}/cuts/', {
        params: idsOf(params),
        body: { protocol_item_id: proposal.itemId, start_s: start, end_s: end },
      }),
    onSuccess: onCut,
  })
  const isCut = proposal.take !== null && start === proposal.startSeconds && end === proposal.endSeconds
  const separator = currentLanguage() === 'en' ? '.' : ','
  const edge = {
    step: 0.1,
    decimalScale: 1,
    fixedDecimalScale: true,
    decimalSeparator: separator,
    className: classes.time,
  } as const
  const numberOf = (value: string | number) => (typeof value === 'number' ? value : 0)
  const error = cut.error ?? unheard
  return (
    <li className={classes.cut}>
      <Unsaved when={start !== proposal.startSeconds || end !== proposal.endSeconds} />
      <p className={classes.item} lang={lang} dir="auto">
        {title}
      </p>
      <NumberInput
        {...edge}
        label={t('recordings__cuts__start')}
        value={start}
        min={0}
        max={end}
        onChange={(value) => setStart(numberOf(value))}
      />
      <NumberInput
        {...edge}
        label={t('recordings__cuts__end')}
        value={end}
        min={start}
        max={Math.floor(durationSeconds * 10) / 10}
        onChange={(value) => setEnd(numberOf(value))}
      />
      {mayHear && (
        <>
          <Button
            variant="default"
            leftSection={<PlayIcon />}
            aria-label={t('recordings__cuts__hear_start_of', { title })}
            onClick={() => void play(start, Math.min(end, start + edgeSeconds))}
          >
            {t('recordings__cuts__hear_start')}
          </Button>
          <Button
            variant="default"
            leftSection={<PlayIcon />}
            aria-label={t('recordings__cuts__hear_end_of', { title })}
            onClick={() => void play(Math.max(start, end - edgeSeconds), end)}
          >
            {t('recordings__cuts__hear_end')}
          </Button>
        </>
      )}
      <Button
        disabled={isCut || end <= start}
        loading={cut.isPending}
        aria-label={t('recordings__cuts__cut_of', { title })}
        onClick={() => cut.mutate()}
      >
        {t('recordings__cuts__cut')}
      </Button>
      {proposal.take !== null && (
        <p className={classes.done} role="status">
          {t('recordings__cuts__done', { take: proposal.take })}
        </p>
      )}
      {error !== null && (
        <p role="alert" className={classes.warning}>
          {error instanceof ApiFailure && error.fields.speech?.[0] !== undefined
            ? texts.ofFieldCode(error.fields.speech[0])
            : texts.ofFailure(error)}
        </p>
      )}
    </li>
  )
}

/** The contract brands ids; those of an address are texts. */
export const idsOf = ({ recording_id, protocol_res_id, participant_id }: RecordingParams) => ({
  participant_id,
  protocol_res_id: protocol_res_id as SessionId,
  recording_id: recording_id as SessionRecordingId,
})

/** Plays a part of the recording; only this part is loaded. */
function usePart(params: RecordingParams) {
  const playing = useRef<{ audio: HTMLAudioElement; address: string } | null>(null)
  const [error, setError] = useState<Error | null>(null)
  const end = useCallback(() => {
    playing.current?.audio.pause()
    if (playing.current !== null) URL.revokeObjectURL(playing.current.address)
    playing.current = null
  }, [])
  useEffect(() => end, [end])
  async function play(from_s: number, to_s: number) {
    end()
    setError(null)
    try {
      const part = await call(
        'GET /protocols/responses/{participant_id}/{protocol_res_id}/recordings/{recording_id}/audio_src/',
        { params: idsOf(params), query: { from_s, to_s } },
      )
      const address = URL.createObjectURL(part)
      playing.current = { audio: new Audio(address), address }
      await playing.current.audio.play()
    } catch (failure) {
      setError(failure instanceof Error ? failure : new Error(String(failure)))
    }
  }
  return { play, error }
}
