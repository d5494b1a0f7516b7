import { Loader, VisuallyHidden } from '@mantine/core'
import { useTranslation } from './i18n.ts'
import { settlingPart } from './settling-part.ts'
import classes from './states.module.css'

/** Appears only when loading takes long enough to be noticed. */
export function Loading({ fullPage = false }: { fullPage?: boolean }) {
  const { t } = useTranslation()
  return (
    <div className={fullPage ? classes.fullPage : classes.loading} role="status" ref={settlingPart}>
      <Loader aria-hidden="true" />
      <VisuallyHidden component="span">{t('base__state__loading')}</VisuallyHidden>
    </div>
  )
}
