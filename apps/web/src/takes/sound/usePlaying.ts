import { useSyncExternalStore } from 'react'
import type { AudioPlayer, Playing } from '../audio-player.ts'

/** A part of the player's state. Choose what changes rarely: the position changes sixty times a second. */
export const usePlaying = <T>(player: AudioPlayer, choose: (playing: Playing) => T): T =>
  useSyncExternalStore(player.subscribe, () => choose(player.getSnapshot()))
