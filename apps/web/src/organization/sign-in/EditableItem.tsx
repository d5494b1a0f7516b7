import { Badge, Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from '../../ui/i18n.ts'
import classes from './SignIn.module.css'

type EditableItemProps = {
  item: { name: string; is_on: boolean }
  /** Absent: it may only be seen. */
  onEdit: (() => void) | undefined
  children: ReactNode
}

/** A provider or a health record in its list, with a button that changes it. */
export function EditableItem({ item: { name, is_on }, onEdit, children }: EditableItemProps) {
  const { t } = useTranslation()
  return (
    <li className={classes.item}>
      <div className={classes.head}>
        <h3>
          {name}{' '}
          {!is_on && (
            <Badge variant="light" color="gray" tt="none">
              {t('sign_in__providers__off')}
            </Badge>
          )}
        </h3>
        {onEdit && (
          <Button variant="light" size="sm" aria-label={t('sign_in__providers__edit_label', { name })} onClick={onEdit}>
            {t('sign_in__providers__edit')}
          </Button>
        )}
      </div>
      {children}
    </li>
  )
}
