import type { SessionSummary } from '@fonema/contract'

/** Whether a recording or an index of the session is still to come, also beside findings. */
export const isMeasuring = ({ state, unjudged }: Pick<SessionSummary, 'state' | 'unjudged'>): boolean =>
  state === 'measuring' || unjudged.some(({ reason }) => reason === 'pending')
