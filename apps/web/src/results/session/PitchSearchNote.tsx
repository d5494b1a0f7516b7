import type { PitchSearch } from '@fonema/contract'
import { useTranslation } from 'react-i18next'
import type { MetricsRow } from './metrics-rows.ts'

const usual = { floorHz: 75, ceilingHz: 600 }

/** Between which frequencies the pitch of these numbers was searched, and whether the voice reaches beyond. */
export function PitchSearchNote({ rows }: { rows: readonly MetricsRow[] }) {
  const { t } = useTranslation()
  const search = searchOf(rows)
  if (search === undefined) return null
  const { group, floor_hz, ceiling_hz, edge } = search
  const [from, to] = [Math.round(floor_hz), Math.round(ceiling_hz)]
  const said = [
    t('analysis__pitch_search__range', { from, to, group: t(`analysis__pitch_group__${group}`) }),
    floor_hz < usual.floorHz && t('analysis__pitch_search__lowered', { from, usual: usual.floorHz }),
    floor_hz > usual.floorHz && t('analysis__pitch_search__raised', { from }),
    ceiling_hz > usual.ceilingHz && t('analysis__pitch_search__heightened', { to, usual: usual.ceilingHz }),
    edge && t(`analysis__pitch_edge__${edge}`),
  ]
  return <p>{said.filter(Boolean).join(' ')}</p>
}

/** Only of measures of the pitch itself: below every item it would be noise. */
function searchOf(rows: readonly MetricsRow[]): PitchSearch | undefined {
  const row = rows.find(({ score, result }) => score.name.startsWith('f0_') && result.status === 'ready')
  return row?.result.status === 'ready' ? row.result.data.pitch_search : undefined
}
