import type { FeatureResult, PitchSearch } from '@fonema/contract'
import { isOfPitch, pitchSearchFacts } from '@fonema/contract/pitch-range'
import { useTranslation } from '../../ui/i18n.ts'

type Measured = { score: { name: string }; result: FeatureResult }

/** Between which frequencies the pitch of these numbers was searched, and whether the voice reaches beyond. */
export function PitchSearchNote({ rows, className }: { rows: readonly Measured[]; className?: string }) {
  const { t } = useTranslation()
  const search = searchOf(rows)
  if (search === undefined) return null
  const { group, edge } = search
  const { from, to, others } = pitchSearchFacts(search)
  const said = [
    t('analysis__pitch_search__range', { from, to, group: t(`analysis__pitch_group__${group}`) }),
    ...others.map(({ name, usual }) => t(`analysis__pitch_search__${name}`, { from, to, usual })),
    edge && t(`analysis__pitch_edge__${edge}`),
  ]
  return <p className={className}>{said.filter(Boolean).join(' ')}</p>
}

function searchOf(rows: readonly Measured[]): PitchSearch | undefined {
  const row = rows.find(({ score, result }) => isOfPitch(score.name) && result.status === 'ready')
  return row?.result.status === 'ready' ? row.result.data.pitch_search : undefined
}
