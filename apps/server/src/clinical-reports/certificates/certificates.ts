import type { NewCertificate, OrganizationCertificate, OrganizationId } from '@fonema/contract'
import type { Clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/database/database.ts'
import { AppError, InvalidFields } from '../../platform/http/errors.ts'
import { newId } from '../../platform/ids.ts'
import { deriveKeys, type Secrets } from '../../platform/keys.ts'
import { openValue, sealValue } from '../../platform/sealed-value.ts'
import { type CertificateWorker, createCertificateWorker, type Pkcs12 } from './certificate-worker.ts'
import type { CertificateFacts } from './pkcs12.ts'
import './tables.ts'

/** A certificate that signs a file now. */
type ReadyCertificate = { subject: string; sha256: string; file: Pkcs12 }

export type Certificates = ReturnType<typeof createCertificates>

const findCertificate = (tx: Tx) => tx.selectFrom('organization_certificates').selectAll().executeTakeFirst()

type Row = NonNullable<Awaited<ReturnType<typeof findCertificate>>>

/** The certificates with which organisations sign the files of their reports. An organisation has one or none. */
export function createCertificates(
  config: Secrets,
  clock: Clock,
  worker: CertificateWorker = createCertificateWorker(),
) {
  const keys = deriveKeys(config, 'certificate')

  const toCertificate = (row: Row): OrganizationCertificate => ({
    subject: row.subject,
    issuer: row.issuer,
    valid_from: row.valid_from.toISOString(),
    valid_until: row.valid_until.toISOString(),
    sha256: row.sha256,
    stored_at: row.stored_at.toISOString(),
    state: stateAt(row, clock.now()),
  })

  async function describe(tx: Tx): Promise<OrganizationCertificate | null> {
    const row = await findCertificate(tx)
    return row === undefined ? null : toCertificate(row)
  }

  return {
    describe,
    sign: worker.sign,

    /**
     * Opens an uploaded file, outside of any transaction.
     *
     * @throws {InvalidFields} unless it can sign now
     */
    async check({ p12, password }: NewCertificate): Promise<{ facts: CertificateFacts; file: Pkcs12 }> {
      const file = { p12: Buffer.from(p12, 'base64'), password }
      const read = await worker.read(file)
      if ('fault' in read)
        throw new InvalidFields(read.fault === 'wrong_password' ? { password: ['invalid'] } : { p12: [read.fault] })
      const { facts } = read
      const state = stateAt(
        { valid_from: new Date(facts.valid_from), valid_until: new Date(facts.valid_until) },
        clock.now(),
      )
      if (state !== 'valid') throw new InvalidFields({ p12: [state] })
      return { facts, file }
    },

    /** Replaces the organisation's certificate. */
    async store(tx: Tx, organization_id: OrganizationId, { facts, file }: { facts: CertificateFacts; file: Pkcs12 }) {
      // Two uploads at once: the second waits here.
      await tx.selectFrom('organizations').select('id').where('id', '=', organization_id).forUpdate().execute()
      await remove(tx)
      const now = clock.now()
      const id = newId<string>(now)
      const { valid_from, valid_until, ...named } = facts
      const validity = { valid_from: new Date(valid_from), valid_until: new Date(valid_until) }
      const row = { id, organization_id, ...named, ...validity, stored_at: now }
      const plain = JSON.stringify({ p12: Buffer.from(file.p12).toString('base64'), password: file.password })
      const sealed = sealValue(keys, Buffer.from(plain), contextOf(row))
      await tx.insertInto('organization_certificates').values(row).execute()
      await tx
        .insertInto('organization_certificate_keys')
        .values({ certificate_id: id, organization_id, sealed })
        .execute()
      return toCertificate(row)
    },

    remove,

    /**
     * The certificate that signs files now; null when the organisation has none.
     *
     * @throws {AppError} when the certificate cannot sign and a report may not be signed without it
     */
    async ready(tx: Tx, mayBeWithout: boolean): Promise<ReadyCertificate | null> {
      const row = await findCertificate(tx)
      if (row === undefined) return null
      const refuse = (code: 'certificate_expired' | 'certificate_unreadable') => {
        if (mayBeWithout) return null
        throw new AppError(code)
      }
      if (stateAt(row, clock.now()) !== 'valid') return refuse('certificate_expired')
      const { sealed } = await tx
        .selectFrom('organization_certificate_keys')
        .select('sealed')
        .where('certificate_id', '=', row.id)
        .executeTakeFirstOrThrow()
      const plain = openValue(keys, sealed, contextOf(row))
      // The clinic's secret was replaced, and the earlier one is not known any more.
      if (plain === undefined) return refuse('certificate_unreadable')
      const { p12, password } = JSON.parse(plain.toString()) as { p12: string; password: string }
      const { subject, sha256 } = row
      return { subject, sha256, file: { p12: Buffer.from(p12, 'base64'), password } }
    },
  }
}

const contextOf = ({ id, organization_id }: Pick<Row, 'id' | 'organization_id'>) => `${organization_id}/${id}`

const remove = (tx: Tx) => tx.deleteFrom('organization_certificates').execute()

/** A certificate is valid in its last second too (RFC 5280, section 4.1.2.5). */
const stateAt = ({ valid_from, valid_until }: Pick<Row, 'valid_from' | 'valid_until'>, now: Date) =>
  now < valid_from ? 'not_yet_valid' : now.getTime() >= valid_until.getTime() + 1000 ? 'expired' : 'valid'
