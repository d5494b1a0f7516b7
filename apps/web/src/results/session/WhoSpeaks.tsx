import type { People, ReadyResult } from '@fonema/contract'
import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { useAccess } from '../../api/current-user.ts'
import { useFailureTexts } from '../../ui/failure-texts.ts'
import { currentLanguage } from '../../ui/i18n.ts'
import { formatDecimals } from '../../ui/numbers.ts'
import { useDecision } from './useDecision.ts'
import type { ItemPath } from './useTranscript.ts'
import classes from './WhoSpeaks.module.css'

type Found = ReadyResult['data']['speakers']
type WhoSpeaksProps = { item: ItemPath; people: number; found: Found; isOpen: boolean }

const choices = { 1: 'analysis__speakers__alone', 2: 'analysis__speakers__both' } as const

/** How many people speak in the recording, as the examiner says, and what was found of it. */
export function WhoSpeaks({ item, people, found, isOpen }: WhoSpeaksProps) {
  const { t } = useTranslation()
  const { ofFailure } = useFailureTexts()
  const mayChoose = useAccess({ role: 'examiner', feature: 'recordProtocol' }) && isOpen
  const say = useDecision(item, (body: People) =>
    call('PATCH /protocols/responses/{participant_id}/{protocol_res_id}/item/{protocol_item_id}/speakers/', {
      params: item,
      body,
    }),
  )
  const given = say.isPending ? say.variables.people : people
  return (
    <div className={classes.people}>
      {mayChoose ? (
        <NativeSelect
          label={t('analysis__speakers__question')}
          value={String(given)}
          disabled={say.isPending}
          data={Object.entries(choices).map(([value, text]) => ({ value, label: t(text) }))}
          onChange={({ currentTarget }) => say.mutate({ people: Number(currentTarget.value) })}
        />
      ) : (
        people > 1 && <p>{t(choices[2])}</p>
      )}
      {say.error !== null && (
        <p role="alert" className={classes.failed}>
          {ofFailure(say.error)}
        </p>
      )}
      {people > 1 && <p className={classes.note}>{t('analysis__speakers__note')}</p>}
      {found !== undefined && found.others_share_pct !== null && (
        <p>
          {t('analysis__speakers__share', {
            percent: formatDecimals(found.others_share_pct, currentLanguage(), 0),
          })}
        </p>
      )}
    </div>
  )
}
