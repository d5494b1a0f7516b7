import type { SessionId, SessionSummary } from '@fonema/contract'
import { idOf } from '../../testing/people.ts'

/** A session in which nothing stands out. */
export const emptySummary: SessionSummary = {
  session: idOf<SessionId>(2),
  state: 'nothing',
  findings: [],
  more: 0,
  unjudged: [],
  chance: null,
  norm: null,
  compared: null,
  is_real_norm: false,
  previous: null,
  age: 70,
  items: [],
}
