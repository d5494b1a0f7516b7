import type { DeviceAnswer } from '../api/device-answers.ts'
import { sealText, unsealText } from '../api/sealing.ts'
import { nameOf, withKey } from './session-key.ts'

/** Keeps an answer, sealed with the key of this sign-in. Does nothing when nobody is signed in. */
export async function keepAnswer(place: string, answer: unknown): Promise<void> {
  await withKey(true, async (opened) => {
    const kept: DeviceAnswer = { answer, savedAt: Date.now() }
    const name = await nameOf(opened, place)
    const sealed = await sealText(opened.key, name, JSON.stringify(kept))
    // The page then says that it is saved.
    const transaction = opened.database.transaction('answers', 'readwrite', { durability: 'strict' })
    await Promise.all([transaction.store.put(sealed, name), transaction.done])
  })
}

/** Null also when it was kept in another session, or by a session that is over. */
export async function findAnswer(place: string): Promise<DeviceAnswer | null> {
  return withKey(false, async (opened) => {
    const name = await nameOf(opened, place)
    const sealed = await opened.database.get('answers', name)
    return sealed === undefined ? null : JSON.parse(await unsealText(opened.key, name, sealed))
  })
}

/** Whether this session can still open what it has kept. */
export const isOpen = async (): Promise<boolean> => (await withKey(false, async () => true)) === true
