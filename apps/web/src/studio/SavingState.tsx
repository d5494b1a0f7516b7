import { Alert, Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { showError } from '../ui/alerts.ts'
import { useFailureTexts } from '../ui/failure-texts.ts'
import { links } from '../ui/links.ts'
import classes from './Studio.module.css'
import type { Studio } from './useStudio.ts'

/** Whether the draft is saved, and what to do when it is not. */
export function SavingState({ studio }: { studio: Studio }) {
  const { t } = useTranslation()
  const { ofFailure } = useFailureTexts()
  const navigate = useNavigate()
  const { saving } = studio
  const onError = (failure: Error) => showError(ofFailure(failure))
  const theirs = useMutation({ mutationFn: studio.takeTheirs, onError })
  const copy = useMutation({
    mutationFn: studio.keepAsCopy,
    onSuccess: ({ id }) => navigate(links.protocolDraft(id)),
    onError,
  })
  if (saving.state === 'outdated')
    return (
      <Alert color="orange" role="alert" title={t('studio__saving__outdated')} mb="md">
        <p>{t('studio__saving__outdated_text')}</p>
        <div className={classes.row}>
          <Button variant="default" loading={theirs.isPending} onClick={() => theirs.mutate()}>
            {t('studio__saving__theirs')}
          </Button>
          <Button loading={copy.isPending} onClick={() => copy.mutate()}>
            {t('studio__saving__copy')}
          </Button>
        </div>
      </Alert>
    )
  if (saving.state === 'failed')
    return (
      <Alert color="red" role="alert" title={t('studio__saving__failed')} mb="md">
        <p>{ofFailure(saving.failure)}</p>
        <Button variant="default" onClick={() => void studio.save()}>
          {t('base__state__retry')}
        </Button>
      </Alert>
    )
  return (
    <p role="status" className={classes.hint}>
      {t(saving.state === 'saved' ? 'studio__saving__saved' : 'studio__saving__saving')}
    </p>
  )
}
