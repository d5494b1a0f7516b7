import { z } from 'zod'
import { ApiError, BadRequest } from './errors.ts'
import { Timestamp } from './fields.ts'
import { routes } from './route.ts'

/** Why a PKCS#12 file cannot sign. */
export const certificateFaults = [
  'unreadable',
  'wrong_password',
  'no_private_key',
  'no_certificate',
  'unsupported_key',
] as const
export type CertificateFault = (typeof certificateFaults)[number]

/** The certificate with which an organisation signs the files of its reports, without its key. */
export const OrganizationCertificate = z.object({
  subject: z.string(),
  issuer: z.string(),
  valid_from: Timestamp,
  valid_until: Timestamp,
  /** The certificate's fingerprint, in hexadecimal digits. */
  sha256: z.string(),
  stored_at: Timestamp,
  /** Now. Only a valid one signs. */
  state: z.enum(['valid', 'not_yet_valid', 'expired']),
})
export type OrganizationCertificate = z.infer<typeof OrganizationCertificate>

/** Base64 of 64 kB. */
const longestFile = 87_384

export const NewCertificate = z.strictObject({
  /** The PKCS#12 file (`.p12`, `.pfx`) in base64. */
  p12: z.base64('invalid').min(1, 'required').max(longestFile, 'too_long'),
  /** The password of the file; may be empty. */
  password: z.string('required').max(256, 'too_long'),
})
export type NewCertificate = z.output<typeof NewCertificate>

const manages = { role: 'manager', feature: 'admin' } as const
const Answer = z.object({ certificate: OrganizationCertificate.nullable() })

export const certificateRoutes = routes({
  'GET /organizations/certificate/': {
    summary: 'The certificate with which the files of reports are signed; null: they are not',
    access: manages,
    responses: { 200: Answer },
  },
  'PATCH /organizations/certificate/': {
    summary: 'Store a certificate with its key, in place of the present one',
    access: manages,
    body: NewCertificate,
    responses: { 200: Answer, 400: BadRequest, 503: ApiError },
  },
  'DELETE /organizations/certificate/': {
    summary: 'Remove the certificate with its key; signed reports keep their signature',
    access: manages,
    responses: { 204: null },
  },
})
