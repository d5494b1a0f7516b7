import type { Rig } from '../rig.ts'
import { crashPoints } from './crash-points.ts'
import { expiredToken } from './expired-token.ts'
import { flatMemory } from './flat-memory.ts'
import { killServer } from './kill-server.ts'
import { network } from './network.ts'
import { systemCalls } from './system-calls.ts'
import { verdicts } from './verdicts.ts'

export const recorderRigs: readonly Rig[] = [
  killServer,
  systemCalls,
  crashPoints,
  network,
  expiredToken,
  flatMemory,
  verdicts,
]
