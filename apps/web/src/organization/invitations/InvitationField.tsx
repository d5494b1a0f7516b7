import type { User } from '@fonema/contract'
import { Button, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { useAccess } from '../../api/current-user.ts'
import { queryFor, queryKeyOf } from '../../api/query.ts'
import { showError, showSuccess } from '../../ui/alerts.ts'
import { formatApiDate } from '../../ui/dates.ts'
import { useFailureTexts } from '../../ui/failure-texts.ts'
import { currentLanguage, useTranslation } from '../../ui/i18n.ts'
import classes from '../AdminPage.module.css'
import { MailFate } from './MailFate.tsx'

const lookEveryMs = 1000

/** How far an invitation is, and how to send its link again or pass on a new one by hand. */
export function InvitationField({ user }: { user: User }) {
  const { t } = useTranslation()
  const { ofFailure } = useFailureTexts()
  const client = useQueryClient()
  const isOwner = useAccess({ role: 'owner' })
  const params = { user_id: user.id }
  const reload = () => client.invalidateQueries({ queryKey: queryKeyOf('GET /organizations/user/') })
  const resend = useMutation({
    mutationFn: () => call('POST /organizations/user/{user_id}/invitation/', { params }),
    onSuccess: () => {
      showSuccess(t('rooms__invitation__resent', { email: user.email }))
      return reload()
    },
    onError: (error) => showError(ofFailure(error)),
  })
  const link = useMutation({
    mutationFn: () => call('POST /organizations/user/{user_id}/invitation/link/', { params }),
    onSuccess: reload,
    onError: (error) => showError(ofFailure(error)),
  })
  const { state, invited_at, invitation_mail } = user
  const isOpen = state === 'invited' || state === 'opened'
  const isUnderWay = isOpen && invitation_mail?.state === 'queued' && invitation_mail.reason === null
  // Reads the users again, so that the pages pass on what happened to the mail.
  useQuery({ ...queryFor('GET /organizations/user/'), enabled: isUnderWay, refetchInterval: lookEveryMs })
  if (!isOpen || invited_at === null) return null
  const mayCopy = isOwner || !user.roles.is_manager
  return (
    <fieldset className={classes.group}>
      <legend>{t('rooms__invitation__title')}</legend>
      <span>
        {t(state === 'opened' ? 'rooms__invitation__opened' : 'rooms__invitation__invited', {
          time: formatApiDate(invited_at, currentLanguage()),
        })}
      </span>
      {invitation_mail !== null && (
        <span>
          <MailFate mail={invitation_mail} />
        </span>
      )}
      <div className={classes.confirm}>
        <Button variant="default" loading={resend.isPending} onClick={() => resend.mutate()}>
          {t('rooms__invitation__resend')}
        </Button>
        {mayCopy && (
          <Button variant="default" loading={link.isPending} onClick={() => link.mutate()}>
            {t('rooms__invitation__new_link')}
          </Button>
        )}
      </div>
      {link.data !== undefined && <FreshLink link={link.data.link} until={link.data.expires_at} />}
    </fieldset>
  )
}

function FreshLink({ link, until }: { link: string; until: string }) {
  const { t } = useTranslation()
  // Only pages loaded over HTTPS or from this machine may write to the clipboard.
  const clipboard: Clipboard | undefined = navigator.clipboard
  async function copy() {
    await clipboard?.writeText(link)
    showSuccess(t('rooms__invitation__copied'))
  }
  return (
    <>
      <TextInput
        label={t('rooms__invitation__link')}
        description={t('rooms__invitation__link_help', { time: formatApiDate(until, currentLanguage()) })}
        readOnly
        value={link}
        onFocus={(event) => event.currentTarget.select()}
      />
      {clipboard !== undefined && (
        <div>
          <Button variant="default" onClick={() => void copy()}>
            {t('rooms__invitation__copy')}
          </Button>
        </div>
      )}
    </>
  )
}
