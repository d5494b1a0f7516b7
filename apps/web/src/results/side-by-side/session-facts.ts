import type { ProtocolResponse } from '@fonema/contract'

const labelOf = (label: unknown): string | null => (typeof label === 'string' && label !== '' ? label : null)

/** The microphones of a session's recordings; null: one without a name. */
export const devicesOf = ({ responses }: Pick<ProtocolResponse, 'responses'>): (string | null)[] => [
  ...new Set(responses.flatMap(({ capture }) => (capture === null ? [] : [labelOf(capture.settings.device_label)]))),
]

/** Who wrote the words: the recognisers with their models. A typed transcript has an engine without a model. */
export const enginesOf = ({ responses }: Pick<ProtocolResponse, 'responses'>): string[] => [
  ...new Set(
    responses.flatMap(({ feature_extraction_res }) =>
      feature_extraction_res.flatMap((result) =>
        result.status === 'ready' && result.data.engine !== undefined
          ? [[result.data.engine, result.data.model].filter(Boolean).join(' ')]
          : [],
      ),
    ),
  ),
]
