import { useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'

/** As `data:`, because the page's policy allows no other address for a picture that needs a session. */
const asDataUrl = (blob: Blob) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(blob)
  })

type OrganizationLogoProps = {
  /** Names its content, so that another logo is loaded. */
  sha256: string
  alt: string
  className: string | undefined
}

/** The organisation's logo, as reports print it. Nothing is shown until it is loaded. */
export function OrganizationLogo({ sha256, alt, className }: OrganizationLogoProps) {
  const { data } = useQuery({
    queryKey: ['GET /report_letterhead/logo/', sha256],
    queryFn: async () => asDataUrl(await call('GET /report_letterhead/logo/')),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data === undefined ? null : <img className={className} src={data} alt={alt} />
}
