import type { ReportLanguage, TemplateSettings } from '@fonema/contract'
import { Button } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { useTranslation } from '../../ui/i18n.ts'
import { DownloadIcon } from '../../ui/icons.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { saveFile } from '../../ui/save-file.ts'
import classes from './Templates.module.css'

type TemplatePreviewProps = { name: string; settings: TemplateSettings; language: ReportLanguage; isPaused: boolean }

/** A preview is printed when the typing pauses. */
const pauseMs = 700

/** The PDF that these settings print, with invented results. */
export function TemplatePreview({ name, settings, language, isPaused }: TemplatePreviewProps) {
  const { t } = useTranslation()
  const [asked, setAsked] = useState({ name, settings, language })
  useEffect(() => {
    if (isPaused) return
    const timer = setTimeout(() => setAsked({ name, settings, language }), pauseMs)
    return () => clearTimeout(timer)
  }, [name, settings, language, isPaused])
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['POST /report_templates/preview/', asked],
    queryFn: ({ signal }) => call('POST /report_templates/preview/', { body: asked, signal }),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  return (
    <section className={classes.preview} aria-label={t('clinical_reports__page__preview')} aria-busy={isFetching}>
      <div className={classes.previewHead}>
        <h2>{t('clinical_reports__page__preview')}</h2>
        {data !== undefined && (
          <Button variant="default" leftSection={<DownloadIcon />} onClick={() => saveFile('preview.pdf', data)}>
            {t('clinical_reports__page__pdf')}
          </Button>
        )}
      </div>
      <p className={classes.hint}>{t('clinical_reports__template__preview_hint')}</p>
      {error !== null ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Loading />
      ) : (
        <PdfFrame file={data} title={t('clinical_reports__page__preview')} />
      )}
    </section>
  )
}

/** A PDF in the browser's own viewer. */
function PdfFrame({ file, title }: { file: Blob; title: string }) {
  const frame = useRef<HTMLIFrameElement>(null)
  useEffect(() => {
    const address = URL.createObjectURL(new Blob([file], { type: 'application/pdf' }))
    if (frame.current !== null) frame.current.src = `${address}#toolbar=0&navpanes=0&view=FitH`
    return () => URL.revokeObjectURL(address)
  }, [file])
  return <iframe ref={frame} className={classes.frame} title={title} />
}
