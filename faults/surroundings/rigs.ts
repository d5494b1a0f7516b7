import type { Rig } from '../rig.ts'
import { clock } from './clock.ts'
import { mail } from './mail.ts'

export const surroundingsRigs: readonly Rig[] = [mail, clock]
