import type { Organization, Package } from '@fonema/contract'
import { Checkbox, MultiSelect } from '@mantine/core'
import { Fold } from '../../ui/Fold.tsx'
import { currentLanguage, useTranslation } from '../../ui/i18n.ts'
import classes from '../AdminPage.module.css'
import { byLocale } from './by-locale.ts'
import { type Assigned, addPackage, removePackage, shareOf } from './packages-of.ts'

type AssignedFieldsProps = {
  packages: readonly Package[]
  organization: Organization
  assigned: Assigned
  errors: { surveys?: string | undefined; protocols?: string | undefined }
  onChange: (assigned: { surveys: string[]; protocols: string[] }) => void
}

/** What an examiner may use: packages first, single protocols and surveys behind a fold. */
export function AssignedFields({ packages, organization, assigned, errors, onChange }: AssignedFieldsProps) {
  const { t } = useTranslation()
  const surveys = [...assigned.surveys]
  const protocols = [...assigned.protocols]
  const hasErrors = errors.surveys !== undefined || errors.protocols !== undefined
  return (
    <>
      {packages.length > 0 && (
        <fieldset className={classes.group}>
          <legend>{t('rooms__packages__title')}</legend>
          {packages.map((each) => {
            const share = shareOf(each, assigned)
            const change = share === 'all' ? removePackage(each, assigned, packages) : addPackage(each, assigned)
            return (
              <Checkbox
                key={each.id}
                label={each.name}
                {...(share === 'some' && { description: t('rooms__packages__partly') })}
                checked={share === 'all'}
                indeterminate={share === 'some'}
                disabled={each.surveys.length + each.protocols.length === 0}
                onChange={() => onChange(change)}
              />
            )
          })}
        </fieldset>
      )}
      <Fold
        title={t('organization__user__assigned', { protocols: protocols.length, surveys: surveys.length })}
        isOpen={hasErrors}
      >
        <MultiSelect
          label={t('organization__user__protocols')}
          data={byLocale(organization.available_protocols, currentLanguage())}
          value={protocols}
          error={errors.protocols}
          onChange={(chosen) => onChange({ surveys, protocols: chosen })}
          searchable
          clearable
        />
        <MultiSelect
          label={t('organization__user__surveys')}
          data={byLocale(organization.available_surveys, currentLanguage())}
          value={surveys}
          error={errors.surveys}
          onChange={(chosen) => onChange({ surveys: chosen, protocols })}
          searchable
          clearable
        />
      </Fold>
    </>
  )
}
