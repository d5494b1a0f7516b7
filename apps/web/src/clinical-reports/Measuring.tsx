import { Alert } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from '../ui/i18n.ts'

/** How often the page looks whether the measures are ready. */
export const lookEveryMs = 3000

/** After this long the page says that one need not wait here. It goes on looking. */
const slowAfterMs = 60_000

type MeasuringProps = { items: readonly string[]; then: string }

/** What is still being measured, and what happens then. */
export function Measuring({ items, then }: MeasuringProps) {
  const { t } = useTranslation()
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), slowAfterMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <Alert mb="md" role="status" title={t('clinical_reports__measuring__title')}>
      {items.join(' · ')}
      <br />
      {then}
      {isSlow && (
        <>
          <br />
          {t('clinical_reports__measuring__slow')}
        </>
      )}
    </Alert>
  )
}
