import { z } from 'zod'
import { Timestamp } from './fields.ts'

export const Link = z.object({ url: z.string(), expires_at: Timestamp })
export type Link = z.infer<typeof Link>
