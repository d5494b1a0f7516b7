import type { Protocol, ProtocolItem } from '@fonema/contract'
import { hasMedium, keepMedium } from './kept-media.ts'

/** The addresses of all media of an item. */
const mediaOf = ({ image, audio, video, subtitles }: ProtocolItem) =>
  [image, audio, video, subtitles].filter((address) => typeof address === 'string')

/**
 * Keeps what the protocols show and play, one after another, so that nothing else waits for it. What cannot be loaded is
 * tried again when the protocols are read again.
 */
export async function keepMedia(protocols: readonly Protocol[], signal: AbortSignal): Promise<void> {
  const addresses = new Set(protocols.flatMap(({ items }) => items.flatMap(mediaOf)))
  for (const address of addresses) {
    if (signal.aborted) return
    try {
      if (await hasMedium(address)) continue
      const answer = await fetch(address, { signal })
      if (answer.ok) await keepMedium(address, await answer.blob())
    } catch {
      // Without room or network, the others may still fit.
    }
  }
}
