import type { ScimRule } from '@fonema/contract'
import { Autocomplete, Button, NativeSelect, TagsInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { useAccess } from '../../api/current-user.ts'
import { queryFor } from '../../api/query.ts'
import { randomId } from '../../api/random-id.ts'
import { showError, showSuccess } from '../../ui/alerts.ts'
import { useFailureTexts } from '../../ui/failure-texts.ts'
import { useTranslation } from '../../ui/i18n.ts'
import { Unsaved } from '../../ui/Unsaved.tsx'
import classes from '../Webhooks.module.css'

const noRole = ''
/** The key is for the page only: names of groups change while they are typed. */
type Row = { key: string; group: string; role: string; tags: string[] }
const rowOf = ({ group, role, tags }: ScimRule): Row => ({ key: group, group, role: role ?? noRole, tags })

/** What the members of each group get. All rules are saved together. */
export function RulesForm({ rules, groups }: { rules: readonly ScimRule[]; groups: readonly string[] }) {
  const { t } = useTranslation()
  const { ofFailure } = useFailureTexts()
  const client = useQueryClient()
  const isOwner = useAccess({ role: 'owner', feature: 'admin' })
  const form = useForm({ initialValues: { rows: rules.map(rowOf) } })
  const save = useMutation({
    mutationFn: ({ rows }: typeof form.values) =>
      call('PATCH /organizations/scim/rules/', {
        body: rows.map(({ group, role, tags }) => ({
          group,
          tags,
          role: role === noRole ? null : (role as 'examiner'),
        })),
      }),
    onSuccess: (saved) => {
      client.setQueryData(queryFor('GET /organizations/scim/rules/').queryKey, saved)
      const values = { rows: saved.map(rowOf) }
      form.setInitialValues(values)
      form.setValues(values)
      showSuccess(t('webhooks__rules__saved'))
    },
    onError: (error) => showError(ofFailure(error)),
  })
  const { rows } = form.values
  return (
    <form className={classes.rules} noValidate onSubmit={form.onSubmit((values) => save.mutate(values))}>
      <Unsaved when={form.isDirty()} />
      <h3>{t('webhooks__rules__title')}</h3>
      <p className={classes.note}>{t('webhooks__rules__about')}</p>
      {rows.map((row, index) => {
        // Only the owner decides who becomes a manager.
        const isLocked = row.role === 'manager' && !isOwner
        return (
          <fieldset key={row.key} className={classes.rule}>
            <Autocomplete
              {...form.getInputProps(`rows.${index}.group`)}
              label={t('webhooks__rules__group')}
              data={[...groups]}
              maxLength={200}
              required
              disabled={isLocked}
            />
            <NativeSelect
              {...form.getInputProps(`rows.${index}.role`)}
              label={t('webhooks__rules__role')}
              disabled={isLocked}
              data={[
                { value: noRole, label: t('webhooks__rules__no_role') },
                { value: 'examiner', label: t('webhooks__rules__examiner') },
                ...(isOwner || isLocked ? [{ value: 'manager', label: t('webhooks__rules__manager') }] : []),
              ]}
            />
            <TagsInput {...form.getInputProps(`rows.${index}.tags`)} label={t('webhooks__rules__tags')} maxTags={50} />
            <Button
              variant="subtle"
              color="red"
              disabled={isLocked}
              aria-label={t('webhooks__rules__remove_label', { name: row.group })}
              onClick={() => form.removeListItem('rows', index)}
            >
              {t('webhooks__rules__remove')}
            </Button>
          </fieldset>
        )
      })}
      {rows.length === 0 && <p className={classes.note}>{t('webhooks__rules__none')}</p>}
      <div className={classes.tools}>
        <Button
          variant="default"
          onClick={() =>
            form.insertListItem('rows', { key: randomId(), group: '', role: noRole, tags: [] } satisfies Row)
          }
        >
          {t('webhooks__rules__add')}
        </Button>
        <Button type="submit" disabled={!form.isDirty()} loading={save.isPending}>
          {t('webhooks__form__save')}
        </Button>
      </div>
    </form>
  )
}
