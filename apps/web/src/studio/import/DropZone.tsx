import { Button } from '@mantine/core'
import { type DragEvent, useRef, useState } from 'react'
import { useTranslation } from '../../ui/i18n.ts'
import { UploadIcon } from '../../ui/icons.tsx'
import classes from './Import.module.css'

type DropZoneProps = {
  /** Whether a file was chosen before: another one is not the main action then. */
  hasFile: boolean
  isBusy: boolean
  onFile: (file: File) => void
}

/** Takes one ZIP file, dropped or chosen. */
export function DropZone({ hasFile, isBusy, onFile }: DropZoneProps) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const take = (file: File | undefined) => file !== undefined && !isBusy && onFile(file)
  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files[0])
  }
  return (
    <fieldset
      aria-label={t('protocol_import__drop__area')}
      className={classes.zone}
      data-over={isOver || undefined}
      data-small={hasFile || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {!hasFile && <p className={classes.text}>{t('protocol_import__drop__text')}</p>}
      <Button
        variant={hasFile ? 'default' : 'filled'}
        leftSection={<UploadIcon />}
        disabled={isBusy}
        onClick={() => input.current?.click()}
      >
        {t(hasFile ? 'imports__file__another' : 'imports__file__choose')}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".zip,application/zip"
        hidden
        onChange={({ currentTarget }) => {
          take(currentTarget.files?.[0])
          currentTarget.value = ''
        }}
      />
    </fieldset>
  )
}
