import { wordSpeakers } from '@fonema/contract/word-marks'
import { speakerTexts } from '../../takes/sound/speaker-names.ts'
import { useTranslation } from '../../ui/i18n.ts'
import { KeyButton, KeyGroup } from '../workbench/KeyButtons.tsx'
import { edgeKeys, speakerKeys } from '../workbench/keys.ts'
import bench from '../workbench/Workbench.module.css'
import type { TrackAction } from './keys.ts'
import type { EditSegment } from './segments.ts'

type TrackActionsProps = {
  segment: EditSegment | undefined
  isFirst: boolean
  canUndo: boolean
  canRedo: boolean
  act: (action: TrackAction) => void
}

/** What can be done to the current segment, with the key of each. */
export function TrackActions({ segment, isFirst, canUndo, canRedo, act }: TrackActionsProps) {
  const { t } = useTranslation()
  const isOff = segment === undefined
  return (
    <div className={bench.bar}>
      <KeyGroup name={t('workbench__track__speaker_of')}>
        {wordSpeakers.map((speaker) => (
          <KeyButton
            key={speaker}
            keys={speakerKeys[speaker]}
            text={t(speakerTexts[speaker])}
            isOn={segment?.speaker === speaker}
            isOff={isOff}
            speaker={speaker}
            onClick={() => act({ do: 'speaker', speaker })}
          />
        ))}
      </KeyGroup>
      <KeyGroup name={t('workbench__track__edges')}>
        {edgeKeys.map(({ keys, edge, by, text }) => (
          <KeyButton
            key={text}
            keys={keys}
            text={t(text)}
            isOff={isOff}
            onClick={() => act({ do: 'edge', edge, by })}
          />
        ))}
      </KeyGroup>
      <KeyGroup name={t('workbench__edits')}>
        <KeyButton keys="↓" text={t('workbench__track__play')} isOff={isOff} onClick={() => act({ do: 'play' })} />
        <KeyButton keys="S" text={t('workbench__track__split')} isOff={isOff} onClick={() => act({ do: 'split' })} />
        <KeyButton
          keys="⌫"
          text={t('workbench__track__join')}
          isOff={isOff || isFirst}
          onClick={() => act({ do: 'join' })}
        />
        <KeyButton keys="⌦" text={t('workbench__track__remove')} isOff={isOff} onClick={() => act({ do: 'remove' })} />
        <KeyButton keys="+" text={t('workbench__track__insert')} onClick={() => act({ do: 'insert' })} />
        <KeyButton
          keys="Ctrl Z"
          text={t('workbench__act__undo')}
          isOff={!canUndo}
          onClick={() => act({ do: 'undo' })}
        />
        <KeyButton
          keys="Ctrl Y"
          text={t('workbench__act__redo')}
          isOff={!canRedo}
          onClick={() => act({ do: 'redo' })}
        />
      </KeyGroup>
    </div>
  )
}
