import type { ItemResponse, ProtocolResponse } from '@fonema/contract'
import { answerOnDevice } from './device-answers.ts'
import { placeOf } from './query.ts'

/** Not the place of the server's answer: a page that shows results must not find one without them. */
export const placeOfBegun = (sessionId: string): string => placeOf(['a session begun', sessionId])

/** What its recording needs: the items and which have an answer. */
export const withoutResults = (session: ProtocolResponse): ProtocolResponse => ({
  ...session,
  responses: session.responses.map((response) => ({ ...response, feature_extraction_res: [] })),
  indices: [],
})

/** The session with the server's answer about one of its items. */
export const withAnswer = (session: ProtocolResponse, answer: ItemResponse): ProtocolResponse => ({
  ...session,
  responses: [...session.responses.filter(({ protocol_item }) => protocol_item.id !== answer.protocol_item.id), answer],
})

/** A session that was begun with a network, as this device last knew it. */
export async function findBegun(sessionId: string): Promise<ProtocolResponse | null> {
  const kept = await answerOnDevice(placeOfBegun(sessionId))
  return kept === null ? null : (kept.answer as ProtocolResponse) // kept under its own place only
}
