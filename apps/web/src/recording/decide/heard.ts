import type { Completeness } from '@fonema/contract'
import type { TakeSound } from '../judge/messages.ts'
import type { TakeOwner } from '../recorder/types.ts'

/** A take of this visit that can be listened to at once. `null`: its samples could not be read. */
export type Heard = Pick<TakeOwner, 'id' | 'itemId' | 'number' | 'holder'> & {
  sound: TakeSound | 'reading' | null
  completeness: Completeness | null
  /** Why the second microphone says nothing; null: it does, or there is none. */
  examinerChannel: 'silent' | 'same' | null
}
