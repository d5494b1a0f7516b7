import type { ProtocolItem } from '@fonema/contract'
import { Button, Loader } from '@mantine/core'
import type { AudioPlayer } from '../../takes/audio-player.ts'
import { Completeness } from '../../takes/Completeness.tsx'
import { ExaminerChannel } from '../../takes/ExaminerChannel.tsx'
import { currentLanguage, useTranslation } from '../../ui/i18n.ts'
import { CheckIcon, ChevronRightIcon } from '../../ui/icons.tsx'
import { formatDecimals } from '../../ui/numbers.ts'
import type { StimulusState } from '../item/ItemStep.tsx'
import { RecordButton } from '../item/RecordButton.tsx'
import { ToSummary } from '../item/ToSummary.tsx'
import { useKey } from '../keys.ts'
import { PrimaryButton } from '../PrimaryButton.tsx'
import { useUploads } from '../uploads.tsx'
import type { RecordingFlow } from '../useRecordingFlow.ts'
import { useSettled } from '../useSettled.ts'
import classes from './Decide.module.css'
import { ItemTakes } from './ItemTakes.tsx'
import { TakePlayer } from './TakePlayer.tsx'
import { TakeVerdict } from './TakeVerdict.tsx'
import { useChoice } from './useChoice.tsx'

type DecideProps = {
  flow: RecordingFlow
  item: ProtocolItem
  stimulus: StimulusState
  isBehind: boolean
  isPatientMode: boolean
  onPlayer: (player: AudioPlayer | null) => void
}

/**
 * After a take: hear it, see what is wrong and where, and decide. *Again* and *use* keep their places; when the take is
 * poor, only the emphasis moves.
 */
export function Decide({ flow, item, stimulus, isBehind, isPatientMode, onPlayer }: DecideProps) {
  const { t } = useTranslation()
  const { heard, judgement, begunSeconds } = flow
  const isInterrupted = flow.recorded === 'interrupted'
  const marks = judgement === null || judgement === 'judging' ? [] : judgement.marks
  return (
    <>
      <Actions
        flow={flow}
        item={item}
        stimulus={stimulus}
        isBehind={isBehind}
        isPatientMode={isPatientMode}
        canGoOn={
          isInterrupted && begunSeconds !== null && begunSeconds < (item.max_duration ?? Number.POSITIVE_INFINITY) - 1
        }
      />
      <div className={classes.card}>
        <div className={classes.sound}>
          {heard?.sound === 'reading' && (
            <p className={classes.reading}>
              <Loader size="xs" aria-hidden="true" />
              {t('responses__sound__loading')}
            </p>
          )}
          {heard !== null && heard.sound !== 'reading' && heard.sound !== null && (
            <TakePlayer
              key={heard.id}
              sound={heard.sound}
              marks={marks}
              name={item.title}
              isBehind={isBehind}
              isPatientMode={isPatientMode}
              onPlayer={onPlayer}
            />
          )}
        </div>
        <div className={classes.verdict}>
          <div role="status">
            {isInterrupted && <p className={classes.warning}>{t('responses__record__interrupted')}</p>}
            {flow.isAtLimit && (
              <p className={classes.warning}>{t('responses__record__limit_text', { count: item.max_duration ?? 0 })}</p>
            )}
            <TakeVerdict judgement={judgement} />
          </div>
          <Levels flow={flow} />
          <Completeness value={heard?.completeness ?? null} />
          <ExaminerChannel value={heard?.examinerChannel ?? null} />
        </div>
      </div>
    </>
  )
}

type ActionsProps = Omit<DecideProps, 'onPlayer'> & { canGoOn: boolean }

function Actions({ flow, item, stimulus, isBehind, isPatientMode, canGoOn }: ActionsProps) {
  const { t } = useTranslation()
  const { heard, judgement } = flow
  const isInterrupted = flow.recorded === 'interrupted'
  const isPoor = judgement !== null && judgement !== 'judging' && judgement.verdict === 'poor'
  const isSettled = useSettled()
  const isLast = flow.done.size + (flow.done.has(item.id) ? 0 : 1) === flow.items.length
  const keep = useChoice(flow, flow.keepTake)
  const use = () => {
    if (!isInterrupted) flow.next()
    else if (heard !== null) keep.choose({ chosen: { take: heard.number, holder: heard.holder }, isInterrupted: true })
  }
  /** An interrupted retake: another take of the item counts, and stays the one unless this one is chosen. */
  const hasOther = isInterrupted && flow.done.has(item.id)
  const goOn = hasOther ? flow.next : use
  // What an earlier visit interrupted is shown and used above the stimulus.
  const canUse = !isInterrupted || heard !== null
  const useIt = {
    disabled: !isSettled,
    rightSection: <ChevronRightIcon />,
    onClick: use,
    children: t(
      isInterrupted
        ? 'responses__take__use_as_it_is'
        : isLast
          ? 'responses__record__finish'
          : 'responses__record__next',
    ),
  }
  const isAgainFirst = (isPoor || isInterrupted) && !canGoOn
  useKey('next', (canUse || hasOther) && isSettled && !isBehind, goOn, isLast ? 'finish' : 'next')
  return (
    <div className={classes.actions}>
      <div className={classes.buttons}>
        <RecordButton
          flow={flow}
          stimulus={stimulus}
          isBehind={isBehind}
          isPrimary={isAgainFirst}
          isHeldBack={!isSettled}
        />
        {canUse &&
          (isAgainFirst || canGoOn ? (
            <Button size="lg" variant="default" {...useIt} />
          ) : (
            <PrimaryButton isBehind={isBehind} {...useIt} />
          ))}
        {canGoOn && (
          <RecordButton flow={flow} stimulus={stimulus} isBehind={isBehind} isPrimary isHeldBack={!isSettled} goesOn />
        )}
      </div>
      <div className={classes.beside}>
        {!isInterrupted && (
          <span role="status">
            <Sent itemId={item.id} />
          </span>
        )}
        {hasOther && (
          <>
            <ToSummary flow={flow} isBehind={isBehind} isPatientMode={isPatientMode} isHeldBack={!isSettled} />
            {flow.done.size < flow.items.length && (
              <Button variant="default" disabled={!isSettled} onClick={flow.next}>
                {t('responses__take__keep_counting')}
              </Button>
            )}
          </>
        )}
        {isInterrupted && !flow.done.has(item.id) && (item.skippable || heard !== null) && (
          <Button variant="subtle" disabled={!isSettled} onClick={() => flow.setDialog('skip')}>
            {t(item.skippable ? 'responses__record__skip' : 'responses__take__without')}
          </Button>
        )}
        <ItemTakes flow={flow} item={item} isBehind={isBehind} min={2} />
        {keep.question}
      </div>
    </div>
  )
}

/** How loud the speech was, from its quiet to its loud moments. */
function Levels({ flow: { judgement } }: { flow: RecordingFlow }) {
  const { t } = useTranslation()
  if (judgement === null || judgement === 'judging' || judgement.levels === null) return null
  const { quietDb, loudDb, peakDb } = judgement.levels
  const db = (value: number) => formatDecimals(value, currentLanguage(), 0)
  return (
    <p className={classes.levels}>
      {t('responses__decide__levels', { quiet: db(quietDb), loud: db(loudDb), peak: db(peakDb) })}
    </p>
  )
}

/** Where the latest recording of the item is: on the device, being sent, or stored. */
function Sent({ itemId }: { itemId: string }) {
  const { t } = useTranslation()
  const { uploads, failed, failing } = useUploads()
  if (failed.some(({ upload }) => upload.itemId === itemId)) return t('responses__record__refused')
  if (uploads.some((upload) => upload.itemId === itemId))
    return t(failing ? 'responses__record__kept_here' : 'responses__record__sending')
  return (
    <span className={classes.stored}>
      <CheckIcon />
      {t('responses__record__stored')}
    </span>
  )
}
