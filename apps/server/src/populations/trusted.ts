import type { Quality } from '@fonema/contract'
import { doubtsOf } from '@fonema/findings'

type Judged = { isPoor: boolean; faults: Quality['reasons'] }

/** Whether a recording tells something by a function's measures: it is not poor, and has no fault from which they suffer. */
export const isTrusted = ({ isPoor, faults }: Judged, entry: string): boolean =>
  !isPoor && doubtsOf({ reasons: faults }, entry).length === 0
