import type { Participant } from '@fonema/contract'
import { useCallback, useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { useAccess } from '../api/current-user.ts'
import { hideAlert } from '../ui/alerts.ts'
import { useTranslation } from '../ui/i18n.ts'
import { showLinks } from '../ui/LinkAlert.tsx'
import { links } from '../ui/links.ts'

/** An alert that offers the new participant's page and recording, until the page is left. */
export function useRegistrationOffer(): (participant: Pick<Participant, 'id' | 'code'>, waits?: 'waits') => void {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const mayRecord = useAccess({ feature: 'recordProtocol' })
  // On another participant's page the alert's links would be misleading.
  const offer = useRef<string>(undefined)
  const hide = useCallback(() => {
    if (offer.current !== undefined) hideAlert(offer.current)
  }, [])
  useEffect(() => hide, [hide])

  return ({ id, code }, waits) => {
    hide()
    const open = { to: links.participant(id), text: t('home__form__open') }
    const record = { to: links.protocol(id), text: t('participants__page__record') }
    offer.current = showLinks({
      message: t(waits ? 'home__form__kept' : 'home__form__server_response__success', { code }),
      links: mayRecord ? [open, record] : [open],
      goTo: (path) => void navigate(path),
    })
  }
}
