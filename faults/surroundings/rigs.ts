import type { Rig } from '../rig.ts'
import { clock } from './clock.ts'
import { egress } from './egress.ts'
import { eventLoop } from './event-loop.ts'
import { mail } from './mail.ts'
import { restore } from './restore.ts'
import { slowClients } from './slow-clients.ts'

export const surroundingsRigs: readonly Rig[] = [mail, egress, clock, slowClients, eventLoop, restore]
