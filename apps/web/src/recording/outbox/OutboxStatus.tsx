import { Popover, UnstyledButton } from '@mantine/core'
import { useTranslation } from '../../ui/i18n.ts'
import { UploadIcon } from '../../ui/icons.tsx'
import { useUploadSurroundings, useUploads } from '../uploads.tsx'
import { OutboxPanel } from './OutboxPanel.tsx'
import classes from './OutboxStatus.module.css'
import { countWaiting } from './waiting-sessions.ts'

/** The number of recordings not yet on the server. Unobtrusive, but always shown when there is one. */
export function OutboxStatus() {
  const { t } = useTranslation()
  useUploadSurroundings()
  const { uploads, failed, held, failing } = useUploads()
  const count = countWaiting([...uploads, ...held])
  return (
    <div role="status" className={classes.status}>
      {count > 0 && (
        <Popover position="bottom-end" width={360} shadow="md" trapFocus withinPortal={false}>
          <Popover.Target>
            <UnstyledButton className={classes.target} data-alert={failing || failed.length > 0 || undefined}>
              <UploadIcon />
              <span className={classes.count} aria-hidden="true">
                {count}
              </span>
              <span className={classes.words}>{t('responses__record__waiting', { count })}</span>
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
