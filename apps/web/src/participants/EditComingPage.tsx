import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { ComingPage } from '../ui/ComingPage.tsx'
import { links } from '../ui/links.ts'

export function EditComingPage() {
  const { t } = useTranslation()
  const { participant_id = '' } = useParams()
  return (
    <ComingPage title="participants__edit__title" text="participants__edit__coming">
      <Button component={Link} to={links.participant(participant_id)} variant="light">
        {t('participants__edit__back')}
      </Button>
    </ComingPage>
  )
}
