import { z } from 'zod'

export const PersonName = z.object({ first_name: z.string(), last_name: z.string() })
