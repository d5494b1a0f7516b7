import { v7 as uuidv7 } from 'uuid'

/**
 * A new id of any kind: `newId<ParticipantId>()`. Ids sort by the time of their creation.
 */
export const newId = <Id extends string>(at?: Date): Id =>
  // A new id belongs to nothing yet, so the caller says what it is.
  uuidv7(at && { msecs: at.getTime() }) as Id

/** When an id of `newId` was made. */
export const timeOfId = (id: string): Date => new Date(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16))
