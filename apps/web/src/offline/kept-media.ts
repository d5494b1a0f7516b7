import { seal, unseal } from '../api/sealing.ts'
import { nameOf, withKey } from './session-key.ts'

/**
 * Where a medium is kept. The addresses of an organisation's own media (`/media/own/<organisation>/<id>/<time>/<signature>`)
 * change every six hours; the medium with an id never does.
 */
export function placeOfMedium(address: string): string {
  const { pathname } = new URL(address, location.origin)
  return /^\/media\/own\/[^/]+\/[^/]+/.exec(pathname)?.[0] ?? pathname
}

export async function keepMedium(address: string, medium: Blob): Promise<void> {
  const bytes = await medium.arrayBuffer()
  await withKey(true, async (opened) => {
    const name = await nameOf(opened, placeOfMedium(address))
    const sealed = await seal(opened.key, name, bytes)
    const transaction = opened.database.transaction('media', 'readwrite')
    await Promise.all([transaction.store.put({ ...sealed, type: medium.type }, name), transaction.done])
  })
}

export async function findMedium(address: string): Promise<Blob | null> {
  return withKey(false, async (opened) => {
    const name = await nameOf(opened, placeOfMedium(address))
    const kept = await opened.database.get('media', name)
    return kept === undefined ? null : new Blob([await unseal(opened.key, name, kept)], { type: kept.type })
  })
}

export async function hasMedium(address: string): Promise<boolean> {
  const has = await withKey(false, async (opened) => {
    const name = await nameOf(opened, placeOfMedium(address))
    return (await opened.database.getKey('media', name)) !== undefined
  })
  return has === true
}
