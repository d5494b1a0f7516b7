import type { ProtocolResponse, ReadyResult } from '@fonema/contract'

const labelOf = (label: unknown): string | null => (typeof label === 'string' && label !== '' ? label : null)

/** The microphones of a session's recordings; null: one without a name. */
export const devicesOf = ({ responses }: Pick<ProtocolResponse, 'responses'>): (string | null)[] => [
  ...new Set(responses.flatMap(({ capture }) => (capture === null ? [] : [labelOf(capture.settings.device_label)]))),
]

/** One of the transcripts of each recogniser, and one of those that people typed or confirmed. */
export function transcriptsOf({ responses }: Pick<ProtocolResponse, 'responses'>): ReadyResult['data'][] {
  const all = responses.flatMap(({ feature_extraction_res }) =>
    feature_extraction_res.flatMap((result) =>
      result.status === 'ready' && result.data.engine !== undefined ? [result.data] : [],
    ),
  )
  return [...new Map(all.map((data) => [`${data.engine} ${data.model ?? ''}`, data])).values()]
}
