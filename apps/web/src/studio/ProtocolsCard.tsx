import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { Card } from '../ui/Card.tsx'
import classes from '../ui/editor.module.css'
import { useTranslation } from '../ui/i18n.ts'
import { links } from '../ui/links.ts'

/** The way from the administration to the studio. */
export function ProtocolsCard() {
  const { t } = useTranslation()
  return (
    <Card
      title={t('studio__list__title')}
      aside={
        <Button variant="default" component={Link} to={links.protocols}>
          {t('studio__card__open')}
        </Button>
      }
    >
      <p className={classes.hint}>{t('studio__card__about')}</p>
    </Card>
  )
}
