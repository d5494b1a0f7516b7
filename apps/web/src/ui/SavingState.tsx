import { Alert, Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { showError } from './alerts.ts'
import classes from './editor.module.css'
import { useFailureTexts } from './failure-texts.ts'
import { useTranslation } from './i18n.ts'
import type { Saving } from './useEditedDraft.ts'

type SavingStateProps = {
  edited: {
    saving: Saving
    save: () => Promise<unknown>
    takeTheirs: () => Promise<void>
    keepAsCopy: () => Promise<{ id: string }>
  }
  texts: { outdated: string; copy: string }
  /** The address of the copy. */
  linkTo: (id: string) => string
}

/** Whether the draft is saved, and what to do when it is not. */
export function SavingState({ edited, texts, linkTo }: SavingStateProps) {
  const { t } = useTranslation()
  const { ofFailure } = useFailureTexts()
  const navigate = useNavigate()
  const { saving } = edited
  const onError = (failure: Error) => showError(ofFailure(failure))
  const theirs = useMutation({ mutationFn: edited.takeTheirs, onError })
  const copy = useMutation({
    mutationFn: edited.keepAsCopy,
    onSuccess: ({ id }) => navigate(linkTo(id)),
    onError,
  })
  if (saving.state === 'outdated')
    return (
      <Alert color="yellow" role="alert" title={texts.outdated} mb="md">
        <p>{t('studio__saving__outdated_text')}</p>
        <div className={classes.row}>
          <Button variant="default" loading={theirs.isPending} onClick={() => theirs.mutate()}>
            {t('studio__saving__theirs')}
          </Button>
          <Button loading={copy.isPending} onClick={() => copy.mutate()}>
            {texts.copy}
          </Button>
        </div>
      </Alert>
    )
  if (saving.state === 'failed')
    return (
      <Alert color="red" role="alert" title={t('studio__saving__failed')} mb="md">
        <p>{ofFailure(saving.failure)}</p>
        <Button variant="default" onClick={() => void edited.save()}>
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
