import { Popover, UnstyledButton } from '@mantine/core'
import { useTranslation } from '../../ui/i18n.ts'
import { UploadIcon } from '../../ui/icons.tsx'
import type { Upload } from '../recorder/upload.ts'
import { useUploadSurroundings, useUploads } from '../uploads.tsx'
import { OutboxPanel } from './OutboxPanel.tsx'
import classes from './OutboxStatus.module.css'
import { countWaiting } from './waiting-sessions.ts'

const isEntry = (kind: Upload['kind']) => kind === 'participant' || kind === 'survey'

/** The number of recordings not yet on the server. Unobtrusive, but always shown when there is one. */
export function OutboxStatus() {
  const { t } = useTranslation()
  useUploadSurroundings()
  const { uploads, failed, held, failing } = useUploads()
  const waiting = [...uploads, ...held]
  const count = countWaiting(waiting)
  const isAudio = waiting.some(({ itemId }) => itemId !== null) && waiting.every(({ kind }) => !isEntry(kind))
  return (
    <div role="status" className={classes.status}>
      {count > 0 && (
        <Popover position="bottom-end" width={400} shadow="md" trapFocus withinPortal={false}>
          <Popover.Target>
            <UnstyledButton className={classes.target} data-alert={failing || failed.length > 0 || undefined}>
              <UploadIcon />
              <span className={classes.count} aria-hidden="true">
                {count}
              </span>
              <span className={classes.words}>
                {t(isAudio ? 'responses__record__waiting' : 'responses__outbox__entries', { count })}
              </span>
            </UnstyledButton>
          </Popover.Target>
          <Popover.Dropdown className={classes.panel}>
            <OutboxPanel />
          </Popover.Dropdown>
        </Popover>
      )}
    </div>
  )
}
