import { wordMarks, wordSpeakers } from '@fonema/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { speakerTexts } from '../../takes/sound/speaker-names.ts'
import type { EditWord } from './edits.ts'
import type { History } from './history.ts'
import { markKeys, speakerKeys, type WorkAction } from './keys.ts'
import classes from './Workbench.module.css'

type ActionBarProps = {
  word: EditWord | undefined
  history: History
  isHelping: boolean
  act: (action: WorkAction) => void
}

/** What can be done to the current word, with the key of each: buttons for the pointer and a legend for the keyboard. */
export function ActionBar({ word, history, isHelping, act }: ActionBarProps) {
  const { t } = useTranslation()
  const has = word !== undefined
  return (
    <div className={classes.bar}>
      <Group name={t('workbench__edits')}>
        <Key keys="↓" text={t('workbench__act__word')} isOff={!has} onClick={() => act({ do: 'playWord' })} />
        <Key keys="↑" text={t('workbench__act__from')} isOff={!has} onClick={() => act({ do: 'playFrom' })} />
        <Key keys="↵" text={t('workbench__act__confirm')} isOff={!has} onClick={() => act({ do: 'confirm' })} />
        <Key
          keys="F2"
          text={t('workbench__act__edit')}
          isOff={!has}
          onClick={() => act({ do: 'edit', from: 'present' })}
        />
        <Key keys="+" text={t('workbench__act__insert')} onClick={() => act({ do: 'edit', from: 'insert' })} />
        <Key keys="⌫" text={t('workbench__act__join')} isOff={!has} onClick={() => act({ do: 'join' })} />
        <Key keys="⌦" text={t('workbench__act__remove')} isOff={!has} onClick={() => act({ do: 'remove' })} />
        <Key
          keys="Ctrl Z"
          text={t('workbench__act__undo')}
          isOff={history.past.length === 0}
          onClick={() => act({ do: 'undo' })}
        />
        <Key
          keys="Ctrl Y"
          text={t('workbench__act__redo')}
          isOff={history.future.length === 0}
          onClick={() => act({ do: 'redo' })}
        />
        <Key keys="?" text={t('workbench__act__help')} isOn={isHelping} onClick={() => act({ do: 'help' })} />
      </Group>
      <Group name={t('workbench__edges')}>
        {edgeKeys.map(({ keys, edge, by, text }) => (
          <Key key={text} keys={keys} text={t(text)} isOff={!has} onClick={() => act({ do: 'edge', edge, by })} />
        ))}
      </Group>
      <Group name={t('workbench__speaker_of')}>
        {wordSpeakers.map((speaker) => (
          <Key
            key={speaker}
            keys={speakerKeys[speaker]}
            text={t(speakerTexts[speaker])}
            isOn={word?.speaker === speaker}
            isOff={!has}
            speaker={speaker}
            onClick={() => act({ do: 'speaker', speaker })}
          />
        ))}
      </Group>
      <Group name={t('workbench__marks')}>
        {wordMarks.map((mark) => (
          <Key
            key={mark}
            keys={markKeys[mark]}
            text={t(`analysis__word_mark__${mark}`)}
            isOn={word?.marks.includes(mark) === true}
            isOff={!has}
            onClick={() => act({ do: 'mark', mark })}
          />
        ))}
      </Group>
    </div>
  )
}

const edgeKeys = [
  { keys: '⇧ ←', edge: 'start', by: -1, text: 'workbench__act__start_earlier' },
  { keys: '⇧ →', edge: 'start', by: 1, text: 'workbench__act__start_later' },
  { keys: 'Ctrl ←', edge: 'end', by: -1, text: 'workbench__act__end_earlier' },
  { keys: 'Ctrl →', edge: 'end', by: 1, text: 'workbench__act__end_later' },
] as const

const Group = ({ name, children }: { name: string; children: ReactNode }) => (
  <fieldset className={classes.group} aria-label={name}>
    {children}
  </fieldset>
)

type KeyProps = {
  keys: string
  text: string
  /** Absent: the button has no state. */
  isOn?: boolean
  isOff?: boolean
  speaker?: string
  onClick: () => void
}

const Key = ({ keys, text, isOn, isOff = false, speaker, onClick }: KeyProps) => (
  <button
    type="button"
    className={classes.key}
    disabled={isOff}
    aria-pressed={isOn}
    data-speaker={speaker}
    // The words keep the focus, and with it the keys.
    onMouseDown={(event) => event.preventDefault()}
    onClick={onClick}
  >
    <span className={classes.cap} aria-hidden="true">
      {keys}
    </span>
    {text}
  </button>
)
