import type { Scenario } from '../scenario.ts'
import { clock } from './clock.ts'
import { egress } from './egress.ts'
import { eventLoop } from './event-loop.ts'
import { mail } from './mail.ts'
import { restore } from './restore.ts'
import { slowClients } from './slow-clients.ts'

export const surroundingsScenarios: readonly Scenario[] = [mail, egress, clock, slowClients, eventLoop, restore]
