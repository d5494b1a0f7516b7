import { randomBytes } from 'node:crypto'
import type { WebhookId } from '@fonema/contract'
import type { KeyRing } from '../platform/keys.ts'
import { openValue, sealValue } from '../platform/sealed-value.ts'

/** How long an earlier secret signs beside its successor, so that the receiver can be changed meanwhile. */
export const earlierSecretSeconds = 86_400

/** In the form of Standard Webhooks. */
export const newWebhookSecret = () => `whsec_${randomBytes(32).toString('base64')}`

export const sealSecret = (keys: KeyRing, id: WebhookId, secret: string) => sealValue(keys, Buffer.from(secret), id)

/** Undefined when the clinic's secret key was replaced without keeping the earlier one. */
export const openSecret = (keys: KeyRing, id: WebhookId, sealed: Buffer) => openValue(keys, sealed, id)?.toString()
