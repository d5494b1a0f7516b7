import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useAccess } from '../../api/current-user.ts'
import { queryFor } from '../../api/query.ts'
import { fileSize } from '../../ui/file-size.ts'
import { currentLanguage, useTranslation } from '../../ui/i18n.ts'
import { links } from '../../ui/links.ts'
import classes from './TranscriptCard.module.css'

/** Shown when no recogniser is installed: which one to install and where, and that a person may type the words. */
export function TranscriptMissing() {
  const { t } = useTranslation()
  const mayInstall = useAccess({ role: 'manager', feature: 'admin' })
  const { data: models } = useQuery(queryFor('GET /ai/models/'))
  const model = models?.find(({ is_chosen }) => is_chosen)
  return (
    <div className={classes.notice}>
      <p>{t('analysis__transcript__unavailable')}</p>
      {model !== undefined && (
        <p>
          {t('analysis__transcript__install', {
            model: model.title,
            size: fileSize(model.bytes, currentLanguage()),
          })}{' '}
          {mayInstall && (
            <Anchor component={Link} to={links.rooms.recognition}>
              {t('base__user_menu__admin')}
            </Anchor>
          )}
        </p>
      )}
    </div>
  )
}
