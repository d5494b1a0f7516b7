import type { Scenario } from '../scenario.ts'
import { files } from './files.ts'
import { http } from './http.ts'
import { requests } from './requests.ts'
import { scripts } from './scripts.ts'
import { timing } from './timing.ts'
import { tokens } from './tokens.ts'

export const hostileScenarios: readonly Scenario[] = [requests, tokens, files, scripts, http, timing]
