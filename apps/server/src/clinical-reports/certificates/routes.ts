import type { Database } from '../../platform/database/database.ts'
import type { Implement } from '../../platform/http/implement.ts'
import type { Certificates } from './certificates.ts'

type Deps = { database: Database; certificates: Certificates }

/** The certificate of the organisation. Neither the key nor its password is ever answered. */
export function certificateRoutes(implement: Implement, { database, certificates }: Deps) {
  implement.inTenant('GET /organizations/certificate/', async ({ tx }) => ({
    certificate: await certificates.describe(tx),
  }))

  implement('PATCH /organizations/certificate/', async ({ principal, body }) => {
    const checked = await certificates.check(body)
    const { organizationId } = principal
    return database.tenant(organizationId, async (tx) => ({
      certificate: await certificates.store(tx, organizationId, checked),
    }))
  })

  implement.inTenant('DELETE /organizations/certificate/', async ({ tx }): Promise<undefined> => {
    await certificates.remove(tx)
  })
}
