import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import classes from './Templates.module.css'

/** As `data:`, because the page's policy allows no other address for a picture that needs a session. */
const asDataUrl = (blob: Blob) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(blob)
  })

/** The organisation's logo as reports print it. */
export function LogoImage({ sha256 }: { sha256: string }) {
  const { t } = useTranslation()
  const { data } = useQuery({
    queryKey: ['GET /report_letterhead/logo/', sha256],
    queryFn: async () => asDataUrl(await call('GET /report_letterhead/logo/')),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data === undefined ? null : <img className={classes.image} src={data} alt={t('clinical_reports__logo__alt')} />
}
