import type { Rig } from '../rig.ts'
import { clock } from './clock.ts'
import { eventLoop } from './event-loop.ts'
import { mail } from './mail.ts'
import { restore } from './restore.ts'
import { slowClients } from './slow-clients.ts'

export const surroundingsRigs: readonly Rig[] = [mail, clock, slowClients, eventLoop, restore]
