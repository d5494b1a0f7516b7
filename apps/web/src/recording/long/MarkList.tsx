import type { ItemId, RecordingMark, RecordingMarkId, SessionRecording } from '@fonema/contract'
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { useFailureTexts } from '../../ui/failure-texts.ts'
import { useTranslation } from '../../ui/i18n.ts'
import { keepFocusInRows } from '../../ui/row-focus.ts'
import { showUndo } from '../../ui/UndoAlert.tsx'
import { idsOf, type RecordingParams } from './CutRow.tsx'
import { hours } from './RunningRecording.tsx'
import classes from './SessionRecording.module.css'

type MarkListProps = {
  params: RecordingParams
  marks: readonly RecordingMark[]
  titleOf: (item: ItemId) => string
  lang: string
  onChange: () => Promise<void>
}

/** All marks of a recording. One set by mistake is removed; it is shown, and hides a name, until the server has confirmed. */
export function MarkList({ params, marks, titleOf, lang, onChange }: MarkListProps) {
  const { t } = useTranslation()
  const texts = useFailureTexts()
  const change = useMutation({
    mutationFn: ({ mark, removed }: { mark: RecordingMark; removed: boolean }): Promise<SessionRecording> =>
      call('PATCH /protocols/responses/{participant_id}/{protocol_res_id}/recordings/{recording_id}/marks/{mark_id}/', {
        params: { ...idsOf(params), mark_id: mark.id },
        body: { removed },
      }),
    onSuccess: async (_, { mark, removed }) => {
      await onChange()
      if (!removed) return
      showUndo({
        message: t('recordings__marks__removed', { time: hours(mark.at_s) }),
        undoText: t('recordings__marks__undo'),
        onUndo: () => change.mutate({ mark, removed: false }),
      })
    },
  })
  const isChanging = (id: RecordingMarkId) => change.isPending && change.variables.mark.id === id
  return (
    <details>
      <summary className={classes.summary}>{t('recordings__marks__title', { number: marks.length })}</summary>
      <p className={classes.hint}>{t('recordings__marks__text')}</p>
      <ul className={classes.marks}>
        {marks.map((mark) => {
          const time = hours(mark.at_s)
          return (
            <li key={mark.id}>
              <span className={classes.markTime}>{time}</span>
              {mark.protocol_item_id === null ? (
                <span>{t('recordings__running__name')}</span>
              ) : (
                <span lang={lang} dir="auto">
                  {titleOf(mark.protocol_item_id)}
                </span>
              )}
              <Button
                variant="default"
                data-row-action
                loading={isChanging(mark.id)}
                aria-label={t('recordings__marks__remove_of', { time })}
                onClick={(event) => {
                  keepFocusInRows(event.currentTarget)
                  change.mutate({ mark, removed: true })
                }}
              >
                {t('recordings__marks__remove')}
              </Button>
            </li>
          )
        })}
      </ul>
      {change.error !== null && (
        <p role="alert" className={classes.warning}>
          {t('recordings__marks__failed', { time: hours(change.variables?.mark.at_s ?? 0) })}{' '}
          {texts.ofFailure(change.error)}
        </p>
      )}
    </details>
  )
}
