import type { Catalogue } from '../content/catalogue.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import { AppError } from '../platform/http/errors.ts'
import { once } from '../platform/http/idempotency.ts'
import type { Implement } from '../platform/http/implement.ts'
import { readSmallForm, requireContent } from '../platform/http/read-form.ts'
import { sendFile } from '../platform/http/send-file.ts'
import { changeLines, findLetterhead, logoOf, organizationNow, removeLogo, setLogo } from './letterhead.ts'
import { readLogo } from './logo.ts'
import { measureGroups } from './measure-groups.ts'
import type { PrintReport } from './printer.ts'
import { sampleReport } from './sample.ts'
import { addTemplate, changeTemplate, listTemplates, printedOf, removeTemplate } from './templates.ts'

type Deps = { database: Database; clock: Clock; print: PrintReport; catalogue: Catalogue }

/** Above the limit of a logo, so that a logo that is too large gets its own error. */
const formBytes = 4 * 1024 * 1024

export function reportTemplateRoutes(implement: Implement, deps: Deps) {
  const { database, clock, print, catalogue } = deps

  implement.inTenant('GET /report_templates/', async ({ tx, page }) => page.cut(await listTemplates(tx)))

  implement.inTenant('POST /report_templates/', ({ tx, principal, body, request }) =>
    once(tx, clock, request, principal, () => addTemplate(deps, tx, principal, body)),
  )

  implement.inTenant('PATCH /report_templates/{template_id}/', ({ tx, params, body }) =>
    changeTemplate(deps, tx, params.template_id, body),
  )

  implement.inTenant('DELETE /report_templates/{template_id}/', async ({ tx, params }) => {
    await removeTemplate(tx, params.template_id)
    return undefined
  })

  implement('POST /report_templates/preview/', async ({ principal, body: { language, name, settings }, reply }) => {
    const { report, logo } = await database.tenant(principal.organizationId, async (tx) => {
      const organization = await organizationNow(tx)
      const asked = { language, paper: settings.paper, purpose: settings.texts[language].purpose }
      const report = sampleReport(organization, printedOf(name, settings, language), asked, catalogue.demoScores)
      return { report, logo: await logoOf(tx, report.content) }
    })
    return sendFile(reply, await print(report, logo), 'preview.pdf')
  })

  implement.inTenant('GET /report_templates/measures/', async () => ({ groups: measureGroups() }))

  implement.inTenant('GET /report_letterhead/', ({ tx }) => findLetterhead(tx))

  implement.inTenant('PATCH /report_letterhead/', ({ tx, principal, body }) =>
    changeLines(deps, tx, principal.organizationId, body.lines),
  )

  implement('GET /report_letterhead/logo/', async ({ principal, reply }) => {
    const logo = await database.tenant(principal.organizationId, async (tx) => logoOf(tx, await contentNow(tx)))
    if (logo === null) throw new AppError('not_found')
    return sendFile(reply, logo, 'logo.png')
  })

  implement('POST /report_letterhead/logo/', async ({ principal, request }) => {
    const { file } = await readSmallForm(request, { fileSize: formBytes, fields: 0 })
    const logo = readLogo(requireContent(file, ({ bytes }) => bytes.length).bytes)
    return database.tenant(principal.organizationId, (tx) => setLogo(deps, tx, principal.organizationId, logo))
  })

  implement.inTenant('DELETE /report_letterhead/logo/', async ({ tx, principal }) => {
    await removeLogo(deps, tx, principal.organizationId)
    return undefined
  })
}

const contentNow = async (tx: Parameters<typeof organizationNow>[0]) => ({ organization: await organizationNow(tx) })
