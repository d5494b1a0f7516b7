import { Alert, Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { call } from '../../api/call.ts'
import { useUser } from '../../api/current-user.ts'
import { queryFor } from '../../api/query.ts'
import { useIdempotencyKey } from '../../api/useIdempotencyKey.ts'
import { showError } from '../../ui/alerts.ts'
import { productName } from '../../ui/brand.ts'
import { Card } from '../../ui/Card.tsx'
import { useFailureTexts } from '../../ui/failure-texts.ts'
import { useTranslation } from '../../ui/i18n.ts'
import { MailFate } from '../invitations/MailFate.tsx'
import { mailTestId } from './mail-test-address.ts'
import classes from './Settings.module.css'

const lookEveryMs = 1000

/** Sends a mail to the reader and shows what happened to it. */
export function MailTestCard() {
  const { t } = useTranslation()
  const { email } = useUser()
  const { ofFailure } = useFailureTexts()
  const client = useQueryClient()
  const { keyFor, renew } = useIdempotencyKey()
  const query = queryFor('GET /organizations/mail_test/')
  const { data: mail } = useQuery({
    ...query,
    refetchInterval: ({ state }) => (state.data?.state === 'queued' ? lookEveryMs : false),
  })
  const send = useMutation({
    mutationFn: () => call('POST /organizations/mail_test/', { idempotencyKey: keyFor({}) }),
    onSuccess: (queued) => {
      renew()
      client.setQueryData(query.queryKey, queued)
    },
    onError: (error) => showError(ofFailure(error)),
  })
  const isUnderWay = mail?.state === 'queued'
  const button = useRef<HTMLButtonElement>(null)
  const isMeant = useLocation().hash === `#${mailTestId}`
  useEffect(() => {
    if (!isMeant) return
    let frame = 0
    // Nothing below a card that still loads can have the focus.
    const arrive = () => {
      button.current?.focus()
      if (document.activeElement !== button.current) frame = requestAnimationFrame(arrive)
      else button.current?.scrollIntoView({ block: 'center' })
    }
    arrive()
    const stop = () => cancelAnimationFrame(frame)
    // Whoever works elsewhere on the page meanwhile keeps the focus there.
    const begins = ['pointerdown', 'keydown'] as const
    for (const begin of begins) addEventListener(begin, stop)
    return () => {
      stop()
      for (const begin of begins) removeEventListener(begin, stop)
    }
  }, [isMeant])
  return (
    <Card title={t('rooms__mail_test__title')}>
      <p className={classes.text}>{t('rooms__mail_test__text', { email, product: productName })}</p>
      <Button
        ref={button}
        id={mailTestId}
        variant="default"
        loading={send.isPending || isUnderWay}
        onClick={() => send.mutate()}
      >
        {t('rooms__mail_test__send')}
      </Button>
      <div aria-live="polite">
        {mail && (
          <Alert
            className={classes.result}
            color={mail.state === 'failed' ? 'red' : mail.state === 'written' ? 'yellow' : 'teal'}
          >
            <MailFate mail={mail} />
          </Alert>
        )}
      </div>
    </Card>
  )
}
