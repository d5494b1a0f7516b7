import type { Letterhead } from '@fonema/contract'
import { logoBytes, logoPixels } from '@fonema/contract/report-limits'
import { Button, FileButton } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { ApiFailure } from '../../api/http.ts'
import { queryKeyOf } from '../../api/query.ts'
import { showError } from '../../ui/alerts.ts'
import { useFailureTexts } from '../../ui/failure-texts.ts'
import { useTranslation } from '../../ui/i18n.ts'
import { UploadIcon } from '../../ui/icons.tsx'
import { LogoImage } from './LogoImage.tsx'
import classes from './Templates.module.css'

/** Why a file was refused, in words about logos. */
function refusalOf(failure: unknown) {
  if (!(failure instanceof ApiFailure)) return null
  if (failure.code === 'file_too_large') return 'clinical_reports__logo__too_large'
  if (failure.code === 'file_type_not_allowed') return 'clinical_reports__logo__wrong_type'
  const [code] = failure.fields.file ?? []
  if (code === 'out_of_range') return 'clinical_reports__logo__too_many_pixels'
  return code === undefined ? null : 'clinical_reports__logo__damaged'
}

/** The organisation's logo: on reports, and beside the product's in the header. */
export function LogoField({ logo }: Pick<Letterhead, 'logo'>) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { ofFailure } = useFailureTexts()
  const file = { size: logoBytes / 1024, pixels: logoPixels }
  const reload = () =>
    Promise.all(
      (['GET /report_letterhead/', 'GET /user/user_info/'] as const).map((key) =>
        client.invalidateQueries({ queryKey: queryKeyOf(key) }),
      ),
    )
  const upload = useMutation({
    mutationFn: (chosen: File) => {
      const body = new FormData()
      body.append('file', chosen)
      return call('POST /report_letterhead/logo/', { body })
    },
    onSuccess: reload,
  })
  const remove = useMutation({
    mutationFn: () => call('DELETE /report_letterhead/logo/'),
    onSuccess: reload,
    onError: (failure) => showError(ofFailure(failure)),
  })
  const refusal = upload.error === null ? null : refusalOf(upload.error)
  return (
    <div className={classes.logo}>
      {logo !== null && <LogoImage key={logo.sha256} sha256={logo.sha256} />}
      <FileButton accept="image/png,image/jpeg" onChange={(chosen) => chosen !== null && upload.mutate(chosen)}>
        {(props) => (
          <Button {...props} variant="default" leftSection={<UploadIcon />} loading={upload.isPending}>
            {t(logo === null ? 'clinical_reports__logo__add' : 'clinical_reports__logo__replace')}
          </Button>
        )}
      </FileButton>
      {logo !== null && (
        <Button variant="subtle" loading={remove.isPending} onClick={() => remove.mutate()}>
          {t('clinical_reports__logo__remove')}
        </Button>
      )}
      <span className={classes.hint}>{t('clinical_reports__logo__hint', file)}</span>
      {upload.error !== null && (
        <p role="alert" className={classes.error}>
          {refusal === null ? ofFailure(upload.error) : t(refusal, file)}
        </p>
      )}
    </div>
  )
}
