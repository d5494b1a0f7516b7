import { Button, Input } from '@mantine/core'
import { useEffect, useId, useRef } from 'react'
import classes from '../ui/editor.module.css'
import { useTranslation } from '../ui/i18n.ts'
import { cleanInstruction, instructionOf } from './instruction-html.ts'

type InstructionEditorProps = {
  id: string
  label: string
  lang: string
  value: string
  error?: string | undefined
  onChange: (html: string) => void
}

const commands = [
  { name: 'bold', command: 'bold', value: undefined },
  { name: 'list', command: 'insertUnorderedList', value: undefined },
  { name: 'heading', command: 'formatBlock', value: 'h3' },
  { name: 'paragraph', command: 'formatBlock', value: 'p' },
] as const

/** A small editor of instructions: paragraphs, bold, lists and headings. */
export function InstructionEditor({ id, label, lang, value, error, onChange }: InstructionEditorProps) {
  const { t } = useTranslation()
  const labelId = useId()
  const errorId = useId()
  const field = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = field.current
    // While somebody writes, the element is ahead of the value.
    if (element !== null && instructionOf(element) !== value) element.innerHTML = cleanInstruction(value)
  }, [value])
  const changed = () => field.current !== null && onChange(instructionOf(field.current))
  function run(command: string, argument: string | undefined) {
    field.current?.focus()
    document.execCommand(command, false, argument)
    changed()
  }
  return (
    <div className={classes.editor}>
      <Input.Label id={labelId} onClick={() => field.current?.focus()}>
        {label}
      </Input.Label>
      <div className={classes.tools} role="toolbar" aria-label={t('studio__editor__tools')}>
        {commands.map(({ name, command, value: argument }) => (
          <Button
            key={name}
            size="compact-sm"
            variant="default"
            // A press must not take the selection away.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => run(command, argument)}
          >
            {t(`studio__editor__${name}`)}
          </Button>
        ))}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a textarea has no bold text. */}
      <div
        ref={field}
        id={id}
        className={classes.instruction}
        contentEditable
        suppressContentEditableWarning
        role="textbox"
        tabIndex={0}
        aria-multiline="true"
        aria-labelledby={labelId}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={error === undefined ? undefined : errorId}
        lang={lang}
        onInput={changed}
        onPaste={(event) => {
          event.preventDefault()
          document.execCommand('insertText', false, event.clipboardData.getData('text/plain'))
        }}
      />
      {error !== undefined && <Input.Error id={errorId}>{error}</Input.Error>}
    </div>
  )
}
