import type { Package } from '@fonema/contract'
import { Button, NativeSelect } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { queryKeyOf } from '../../api/query.ts'
import { showError, showSuccess } from '../../ui/alerts.ts'
import { useFailureTexts } from '../../ui/failure-texts.ts'
import { useTranslation } from '../../ui/i18n.ts'
import { Unsaved } from '../../ui/Unsaved.tsx'
import classes from '../AdminPage.module.css'

/** Assigns a stored package to every examiner with a tag. */
export function AssignField({ of, tags }: { of: Package; tags: readonly string[] }) {
  const { t } = useTranslation()
  const { ofFailure } = useFailureTexts()
  const client = useQueryClient()
  const [tag, setTag] = useState('')
  const assign = useMutation({
    mutationFn: () =>
      call('POST /organizations/packages/{package_id}/assign/', { params: { package_id: of.id }, body: { tag } }),
    onSuccess: ({ assigned }) => {
      showSuccess(t('rooms__packages__assigned', { count: assigned }))
      setTag('')
      return client.invalidateQueries({ queryKey: queryKeyOf('GET /organizations/examiners/') })
    },
    onError: (error) => showError(ofFailure(error)),
  })
  return (
    <fieldset className={classes.group}>
      <legend>{t('rooms__packages__assign_title')}</legend>
      <Unsaved when={tag !== ''} />
      <NativeSelect
        label={t('rooms__packages__tag')}
        description={t('rooms__packages__tag_help')}
        data={[{ value: '', label: '' }, ...tags]}
        value={tag}
        onChange={(event) => setTag(event.currentTarget.value)}
      />
      <div>
        <Button variant="default" disabled={tag === ''} loading={assign.isPending} onClick={() => assign.mutate()}>
          {t('rooms__packages__assign')}
        </Button>
      </div>
    </fieldset>
  )
}
