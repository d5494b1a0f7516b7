import { NativeSelect } from '@mantine/core'
import { useTranslation } from '../../ui/i18n.ts'

const choices = [90, 365, 730]
export const usualDays = '365'

/** For how long a key is valid. */
export function DaysField(props: { value?: string; error?: React.ReactNode; onChange: (value: string) => void }) {
  const { t } = useTranslation()
  return (
    <NativeSelect
      {...props}
      onChange={(event) => props.onChange(event.currentTarget.value)}
      name="days"
      label={t('webhooks__accounts__days')}
      description={t('webhooks__accounts__days_help')}
      data={choices.map((count) => ({ value: String(count), label: t('webhooks__accounts__for_days', { count }) }))}
    />
  )
}
