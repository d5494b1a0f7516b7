import type { ParticipantImport } from '@fonema/contract'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { refreshParticipants } from '../api/participants.ts'
import { showSuccess } from '../ui/alerts.ts'
import { ImportFrame, TableDescription } from '../ui/ImportFrame.tsx'
import { useTranslation } from '../ui/i18n.ts'
import table from '../ui/table.module.css'

const columns =
  'code, locale, first_name, last_name, birthday, sex, education_years, occupation, diagnose, diagnose_date, phone, country'

/** Imports many participants from a file with one line each. */
export function ParticipantsImport({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  return (
    <ImportFrame
      title={t('participants__import__title')}
      preview={(body) => call('POST /user/participants/import/', { body, query: { preview: 'true' } })}
      store={(body, idempotencyKey) => call('POST /user/participants/import/', { body, idempotencyKey })}
      summary={(preview) => <Summary preview={preview} />}
      onStored={() => {
        showSuccess(t('participants__import__stored'))
        void refreshParticipants(client)
        onClose()
      }}
      onClose={onClose}
    >
      <TableDescription
        about={t('participants__import__about')}
        columns={columns}
        rules={t('participants__import__rules')}
      />
    </ImportFrame>
  )
}

function Summary({ preview: { participants, rows } }: { preview: ParticipantImport }) {
  const { t } = useTranslation()
  return (
    <>
      <table className={table.table}>
        <thead>
          <tr>
            <th scope="col">{t('participants__import__line')}</th>
            <th scope="col">{t('participants__import__code')}</th>
            <th scope="col">{t('participants__import__name')}</th>
            <th scope="col" className={table.wide}>
              {t('participants__import__locale')}
            </th>
          </tr>
        </thead>
        <tbody>
          {participants.map(({ line, code, name, locale }) => (
            <tr key={line}>
              <td className={table.number}>{line}</td>
              <td>{code}</td>
              <td>{name || '—'}</td>
              <td className={table.wide}>{locale}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows > participants.length && <p>{t('participants__import__more', { count: rows - participants.length })}</p>}
    </>
  )
}
