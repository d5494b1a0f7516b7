import { wordMarks, wordSpeakers } from '@fonema/contract/word-marks'
import { memo } from 'react'
import { speakerTexts } from '../../takes/sound/speaker-names.ts'
import { useTranslation } from '../../ui/i18n.ts'
import type { Edited } from './edits.ts'
import type { History } from './history.ts'
import { KeyButton, KeyGroup } from './KeyButtons.tsx'
import { edgeKeys, markKeys, speakerKeys, type WorkAction } from './keys.ts'
import classes from './Workbench.module.css'

type ActionBarProps = {
  history: History<Edited>
  isHelping: boolean
  act: (action: WorkAction) => void
}

/** What can be done to the current word, with the key of each: buttons for the pointer and a legend for the keyboard. */
export const ActionBar = memo(function ActionBar({ history, isHelping, act }: ActionBarProps) {
  const { t } = useTranslation()
  const { words, at } = history.now
  const word = words[at]
  const has = word !== undefined
  return (
    <div className={classes.bar}>
      <KeyGroup name={t('workbench__edits')}>
        <KeyButton keys="↓" text={t('workbench__act__word')} isOff={!has} onClick={() => act({ do: 'playWord' })} />
        <KeyButton keys="↑" text={t('workbench__act__from')} isOff={!has} onClick={() => act({ do: 'playFrom' })} />
        <KeyButton keys="↵" text={t('workbench__act__confirm')} isOff={!has} onClick={() => act({ do: 'confirm' })} />
        <KeyButton
          keys="F2"
          text={t('workbench__act__edit')}
          isOff={!has}
          onClick={() => act({ do: 'edit', from: 'present' })}
        />
        <KeyButton keys="+" text={t('workbench__act__insert')} onClick={() => act({ do: 'edit', from: 'insert' })} />
        <KeyButton keys="⌫" text={t('workbench__act__join')} isOff={!has} onClick={() => act({ do: 'join' })} />
        <KeyButton keys="⌦" text={t('workbench__act__remove')} isOff={!has} onClick={() => act({ do: 'remove' })} />
        <KeyButton
          keys="Ctrl Z"
          text={t('workbench__act__undo')}
          isOff={history.past.length === 0}
          onClick={() => act({ do: 'undo' })}
        />
        <KeyButton
          keys="Ctrl Y"
          text={t('workbench__act__redo')}
          isOff={history.future.length === 0}
          onClick={() => act({ do: 'redo' })}
        />
        <KeyButton keys="?" text={t('workbench__act__help')} isOn={isHelping} onClick={() => act({ do: 'help' })} />
      </KeyGroup>
      <KeyGroup name={t('workbench__edges')}>
        {edgeKeys.map(({ keys, edge, by, text }) => (
          <KeyButton key={text} keys={keys} text={t(text)} isOff={!has} onClick={() => act({ do: 'edge', edge, by })} />
        ))}
      </KeyGroup>
      <KeyGroup name={t('workbench__speaker_of')}>
        {wordSpeakers.map((speaker) => (
          <KeyButton
            key={speaker}
            keys={speakerKeys[speaker]}
            text={t(speakerTexts[speaker])}
            isOn={word?.speaker === speaker}
            isOff={!has}
            speaker={speaker}
            onClick={() => act({ do: 'speaker', speaker })}
          />
        ))}
      </KeyGroup>
      <KeyGroup name={t('workbench__marks')}>
        {wordMarks.map((mark) => (
          <KeyButton
            key={mark}
            keys={markKeys[mark]}
            text={t(`analysis__word_mark__${mark}`)}
            isOn={word?.marks.includes(mark) === true}
            isOff={!has}
            onClick={() => act({ do: 'mark', mark })}
          />
        ))}
      </KeyGroup>
    </div>
  )
})
