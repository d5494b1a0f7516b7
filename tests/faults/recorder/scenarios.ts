import type { Scenario } from '../scenario.ts'
import { crashPoints } from './crash-points.ts'
import { expiredToken } from './expired-token.ts'
import { firstSyllable } from './first-syllable.ts'
import { flatMemory } from './flat-memory.ts'
import { fullDevice } from './full-device.ts'
import { killBrowser } from './kill-browser.ts'
import { killServer } from './kill-server.ts'
import { knownSound } from './known-sound.ts'
import { longItem } from './long-item.ts'
import { longSession } from './long-session.ts'
import { network } from './network.ts'
import { systemCalls } from './system-calls.ts'
import { verdicts } from './verdicts.ts'

export const recorderScenarios: readonly Scenario[] = [
  killServer,
  systemCalls,
  crashPoints,
  network,
  expiredToken,
  flatMemory,
  verdicts,
  killBrowser,
  knownSound,
  firstSyllable,
  fullDevice,
  longItem,
  longSession,
]
