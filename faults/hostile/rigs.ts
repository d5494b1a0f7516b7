import type { Rig } from '../rig.ts'
import { requests } from './requests.ts'

export const hostileRigs: readonly Rig[] = [requests]
