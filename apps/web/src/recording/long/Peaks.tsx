import type { SessionRecording } from '@fonema/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { queryFor } from '../../api/query.ts'
import { useTranslation } from '../../ui/i18n.ts'
import { barsOf } from './bars.ts'
import { idsOf, type RecordingParams } from './CutRow.tsx'
import classes from './SessionRecording.module.css'

const bars = 600

/** How loud the recording is over its length, with its marks. */
export function Peaks({ params, recording }: { params: RecordingParams; recording: SessionRecording }) {
  const { t } = useTranslation()
  const state = useQuery({
    ...queryFor('GET /protocols/responses/{participant_id}/{protocol_res_id}/recordings/{recording_id}/', {
      params: idsOf(params),
    }),
    refetchOnWindowFocus: false,
  })
  const heights = useMemo(() => barsOf(state.data?.peaks ?? '', bars), [state.data?.peaks])
  return (
    <svg
      className={classes.peaks}
      viewBox={`0 0 ${Math.max(1, heights.length)} 100`}
      preserveAspectRatio="none"
      role="img"
      aria-label={t('recordings__stored__picture')}
    >
      <path
        d={heights.map((height, at) => `M${at + 0.5} ${50 - height / 2}V${50 + height / 2}`).join('')}
        stroke="#3a6ea5"
        strokeWidth="1"
        vectorEffect="non-scaling-stroke"
      />
      {recording.marks.map(({ id, at_s, kind }) => (
        <line
          key={id}
          x1={(heights.length * at_s) / recording.duration_s}
          x2={(heights.length * at_s) / recording.duration_s}
          y1="0"
          y2="100"
          stroke={kind === 'subtest' ? '#14323f' : '#b3261e'}
          strokeWidth="2"
          vectorEffect="non-scaling-stroke"
          strokeDasharray={kind === 'subtest' ? undefined : '6 4'}
        />
      ))}
    </svg>
  )
}
