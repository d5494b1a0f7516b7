import type { PackageId, ProviderRule } from '@fonema/contract'
import { Button, MultiSelect, TagsInput, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../api/query.ts'
import { useTranslation } from '../../ui/i18n.ts'
import classes from './SignIn.module.css'

type RulesFieldProps = {
  rules: readonly ProviderRule[]
  error: string | undefined
  onChange: (rules: ProviderRule[]) => void
}

const newRule: ProviderRule = { claim: 'groups', value: '', roles: ['examiner'], tags: [], packages: [] }

/** The ordered rules from what the provider says to what a person may do here. */
export function RulesField({ rules, error, onChange }: RulesFieldProps) {
  const { t } = useTranslation()
  const packages = useQuery(queryFor('GET /organizations/packages/'))
  const change = (at: number, changes: Partial<ProviderRule>) =>
    onChange(rules.map((rule, index) => (index === at ? { ...rule, ...changes } : rule)))
  function moveUp(at: number) {
    const next = [...rules]
    next.splice(at - 1, 0, ...next.splice(at, 1))
    onChange(next)
  }
  const roles = (['examiner', 'manager'] as const).map((value) => ({ value, label: t(`sign_in__role__${value}`) }))
  return (
    <fieldset className={classes.rules}>
      <legend>{t('sign_in__rules__title')}</legend>
      <p className={classes.facts}>{t('sign_in__rules__help')}</p>
      {error !== undefined && (
        <p className={classes.warning} role="alert">
          {error}
        </p>
      )}
      {rules.map((rule, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rules have no identity but their place
        <fieldset key={at} className={classes.rule}>
          <legend>{t('sign_in__rules__which', { number: at + 1 })}</legend>
          <div className={classes.pair}>
            <TextInput
              label={t('sign_in__rules__claim')}
              value={rule.claim}
              maxLength={200}
              autoComplete="off"
              onChange={({ currentTarget }) => change(at, { claim: currentTarget.value })}
            />
            <TextInput
              label={t('sign_in__rules__value')}
              value={rule.value}
              maxLength={300}
              autoComplete="off"
              onChange={({ currentTarget }) => change(at, { value: currentTarget.value })}
            />
          </div>
          <MultiSelect
            label={t('sign_in__rules__roles')}
            data={roles}
            value={rule.roles}
            onChange={(chosen) =>
              change(at, { roles: roles.flatMap(({ value }) => (chosen.includes(value) ? [value] : [])) })
            }
          />
          <TagsInput label={t('sign_in__rules__tags')} value={rule.tags} onChange={(tags) => change(at, { tags })} />
          <MultiSelect
            label={t('sign_in__rules__packages')}
            data={(packages.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
            value={rule.packages}
            onChange={(chosen) => change(at, { packages: chosen as PackageId[] })}
          />
          <div className={classes.buttons}>
            {at > 0 && (
              <Button variant="subtle" size="compact-sm" onClick={() => moveUp(at)}>
                {t('sign_in__rules__up', { number: at + 1 })}
              </Button>
            )}
            <Button
              variant="subtle"
              color="red"
              size="compact-sm"
              onClick={() => onChange(rules.filter((_, index) => index !== at))}
            >
              {t('sign_in__rules__remove', { number: at + 1 })}
            </Button>
          </div>
        </fieldset>
      ))}
      <Button variant="default" size="sm" className={classes.add} onClick={() => onChange([...rules, newRule])}>
        {t('sign_in__rules__add')}
      </Button>
    </fieldset>
  )
}
