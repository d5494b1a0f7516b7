import type { ImportPreview } from '@fonema/contract'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { queryKeyOf } from '../api/query.ts'
import { showSuccess } from '../ui/alerts.ts'
import { ImportFrame, TableDescription } from '../ui/ImportFrame.tsx'
import { useTranslation } from '../ui/i18n.ts'
import table from '../ui/table.module.css'
import classes from './Populations.module.css'

/** Imports reference values from a file with one line per value and person. */
export function PopulationsImport({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  return (
    <ImportFrame
      title={t('populations__card__import')}
      preview={(body) => call('POST /ai/populations/import/', { body, query: { preview: 'true' } })}
      store={(body, idempotencyKey) => call('POST /ai/populations/import/', { body, idempotencyKey })}
      summary={(preview) => <Summary preview={preview} />}
      onStored={() => {
        showSuccess(t('populations__import__stored'))
        void client.invalidateQueries({ queryKey: queryKeyOf('GET /ai/populations/') })
        onClose()
      }}
      onClose={onClose}
    >
      <TableDescription
        about={t('populations__import__about')}
        columns="population, participant, language, item, function, score, value, sex, age, education, reference"
        rules={t('populations__import__rules')}
      />
      <TableDescription
        about={t('populations__norm__about')}
        columns="population, language, item, task, function, score, sex, age_min, age_max, n, mean, sd, source, licence, scale, people, recorded, engine, note, reference, p5, p25, p50 …"
        rules={t('populations__norm__rules')}
      />
    </ImportFrame>
  )
}

function Summary({ preview }: { preview: ImportPreview }) {
  const { t } = useTranslation()
  return (
    <table className={table.table}>
      <thead>
        <tr>
          <th scope="col">{t('populations__list__name')}</th>
          <th scope="col">{t('populations__list__n')}</th>
          <th scope="col">{t('populations__import__scores')}</th>
          <th scope="col">{t('populations__list__version')}</th>
        </tr>
      </thead>
      <tbody>
        {preview.populations.map(({ name, n, score_count, items, card, version, is_too_few, is_reference }) => (
          <tr key={name}>
            <td>
              {name}
              <span className={classes.source}>
                {t(is_reference ? 'populations__list__reference' : 'populations__import__no_reference')}
              </span>
              {card !== null && <span className={classes.unkeyed}>{t('populations__norm__preview')}</span>}
              {items.map(({ language, item, title, score_count: count }) => (
                <span key={`${language} ${item}`} className={classes.source}>
                  {t('populations__import__item', { title, language, item, count })}
                </span>
              ))}
              {is_too_few && <span className={classes.source}>{t('populations__import__small')}</span>}
            </td>
            <td className={table.number}>{n}</td>
            <td className={table.number}>{score_count}</td>
            <td className={table.number}>{version}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
