import type { OrganizationCertificate } from '@fonema/contract'
import { Alert, Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { queryFor, queryKeyOf } from '../api/query.ts'
import { showError, showSuccess } from '../ui/alerts.ts'
import { ButtonRow } from '../ui/ButtonRow.tsx'
import { Card } from '../ui/Card.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { DialogButtons } from '../ui/DialogButtons.tsx'
import { formatDay } from '../ui/dates.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { useFailureTexts } from '../ui/failure-texts.ts'
import { currentLanguage, useTranslation } from '../ui/i18n.ts'
import { Loading } from '../ui/Loading.tsx'
import { CertificateForm } from './CertificateForm.tsx'
import classes from './Reports.module.css'

/** The certificate with which the files of reports are signed: its facts, and the form for another one. */
export function CertificateCard() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [isReplacing, setReplacing] = useState(false)
  const { data, error, refetch } = useQuery(queryFor('GET /organizations/certificate/'))
  const reload = async () => {
    await client.invalidateQueries({ queryKey: queryKeyOf('GET /organizations/certificate/') })
    setReplacing(false)
  }
  const certificate = data?.certificate ?? null
  return (
    <Card title={t('clinical_reports__certificate__title')}>
      <p className={classes.facts}>{t('clinical_reports__certificate__about')}</p>
      {data === undefined &&
        (error === null ? <Loading /> : <ErrorState error={error} onRetry={() => void refetch()} />)}
      {certificate !== null && (
        <Facts certificate={certificate} onReplace={() => setReplacing(true)} onRemoved={reload} />
      )}
      {data !== undefined && (certificate === null || isReplacing) && <CertificateForm onStored={reload} />}
    </Card>
  )
}

type FactsProps = { certificate: OrganizationCertificate; onReplace: () => void; onRemoved: () => Promise<void> }

function Facts({ certificate, onReplace, onRemoved }: FactsProps) {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  const day = (time: string) => formatDay(time, currentLanguage())
  const from_to = { from: day(certificate.valid_from), to: day(certificate.valid_until) }
  const facts = [
    [t('clinical_reports__certificate__subject'), certificate.subject],
    [t('clinical_reports__certificate__issuer'), certificate.issuer],
    [t('clinical_reports__certificate__validity'), t('clinical_reports__certificate__from_to', from_to)],
    [t('clinical_reports__certificate__fingerprint'), certificate.sha256],
  ]
  return (
    <>
      {certificate.state !== 'valid' && (
        <Alert color="yellow" my="sm">
          {t('clinical_reports__certificate__expired')}
        </Alert>
      )}
      <dl className={classes.certificate}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <ButtonRow>
        <Button variant="default" onClick={onReplace}>
          {t('clinical_reports__certificate__replace')}
        </Button>
        <Button variant="subtle" color="red" onClick={() => setAsking(true)}>
          {t('clinical_reports__certificate__remove')}
        </Button>
      </ButtonRow>
      {isAsking && <RemoveDialog onRemoved={onRemoved} onClose={() => setAsking(false)} />}
    </>
  )
}

function RemoveDialog({ onRemoved, onClose }: { onRemoved: () => Promise<void>; onClose: () => void }) {
  const { t } = useTranslation()
  const { ofFailure } = useFailureTexts()
  const remove = useMutation({
    mutationFn: () => call('DELETE /organizations/certificate/'),
    onSuccess: async () => {
      showSuccess(t('clinical_reports__certificate__removed'))
      onClose()
      await onRemoved()
    },
    onError: (failure) => showError(ofFailure(failure)),
  })
  return (
    <Dialog opened title={t('clinical_reports__certificate__remove')} onClose={onClose}>
      <p>{t('clinical_reports__certificate__remove_text')}</p>
      <DialogButtons cancel={{ text: t('clinical_reports__action__cancel'), onClick: onClose }}>
        <Button color="red" loading={remove.isPending} onClick={() => remove.mutate()}>
          {t('clinical_reports__certificate__remove')}
        </Button>
      </DialogButtons>
    </Dialog>
  )
}
