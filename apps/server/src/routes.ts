import type { ParticipantId } from '@fonema/contract'
import type { FastifyInstance } from 'fastify'
import { calendarFeedRoutes } from './agenda/feed/routes.ts'
import { fulfilVisit } from './agenda/fulfil.ts'
import { reminderRoutes } from './agenda/reminders/routes.ts'
import { agendaRoutes } from './agenda/routes.ts'
import { visitRoutes } from './agenda/visit-routes.ts'
import { campaignRoutes } from './analysis/campaigns/routes.ts'
import { indexRoutes } from './analysis/indices/routes.ts'
import { createIndicesOf } from './analysis/indices/view.ts'
import { modelRoutes } from './analysis/models/routes.ts'
import { overviewRoutes } from './analysis/overview.ts'
import { createPlanner } from './analysis/plan.ts'
import { resultsOf } from './analysis/queries.ts'
import { analysisRoutes } from './analysis/routes.ts'
import { trustRoutes } from './analysis/trust/routes.ts'
import type { AppDeps, Security } from './app.ts'
import { noteErasure } from './audit/chain.ts'
import { noteDownload, noteProviderRefusal, noteRequest, noteUnlock, personOf } from './audit/reads.ts'
import { auditRoutes } from './audit/routes.ts'
import { accountRoutes } from './auth/account-routes.ts'
import { passwordRoutes } from './auth/password-reset.ts'
import { authRoutes } from './auth/routes.ts'
import { secondFactorRoutes } from './auth/second-factor-routes.ts'
import { createCertificates } from './clinical-reports/certificates/certificates.ts'
import { certificateRoutes } from './clinical-reports/certificates/routes.ts'
import { createReportPrinter } from './clinical-reports/printer.ts'
import { clinicalReportRoutes } from './clinical-reports/routes.ts'
import { reportTemplateRoutes } from './clinical-reports/template-routes.ts'
import { publicUrlOf } from './config.ts'
import { contentRoutes } from './content/routes.ts'
import { fhirRoutes } from './fhir/routes.ts'
import { fileRoutes } from './files/routes.ts'
import { findingRoutes } from './findings/routes.ts'
import { impersonationRoutes } from './impersonation/routes.ts'
import { ehrManagementRoutes, launchRoutes } from './launch/routes.ts'
import { firstDayRoutes } from './organization/first-day.ts'
import { mailRoutes } from './organization/mails.ts'
import { ownTextRoutes, withOwnTexts } from './organization/own-texts.ts'
import { packageRoutes } from './organization/packages.ts'
import { organizationRoutes } from './organization/routes.ts'
import { setupRoutes } from './organization/setup.ts'
import { signInRuleRoutes } from './organization/sign-in-rules.ts'
import { participantRoutes } from './participants/routes.ts'
import type { Tx } from './platform/database/database.ts'
import type { Implement } from './platform/http/implement.ts'
import type { Principal } from './platform/http/principal.ts'
import { deriveKeys } from './platform/keys.ts'
import type { Links } from './platform/objects/links.ts'
import { withPopulations } from './populations/compare.ts'
import { hasRealNorm } from './populations/queries.ts'
import { populationRoutes } from './populations/routes.ts'
import { protocolMediaRoutes } from './protocols/drafts/media-routes.ts'
import { protocolDraftRoutes } from './protocols/drafts/routes.ts'
import { protocolExchangeRoutes } from './protocols/exchange/routes.ts'
import { listOfferedProtocols, protocolRoutes } from './protocols/routes.ts'
import { providerManagementRoutes } from './providers/manage-routes.ts'
import { providerSignInRoutes } from './providers/routes.ts'
import { reportRoutes } from './reports/routes.ts'
import { createCompressionPlanner } from './responses/compression.ts'
import { responseRoutes } from './responses/routes.ts'
import { scimSettingRoutes } from './scim/routes.ts'
import { serviceAccountRoutes } from './service-accounts/routes.ts'
import { surveyDraftRoutes } from './surveys/drafts/routes.ts'
import { surveyImportRoutes } from './surveys/import/routes.ts'
import { listOfferedSurveys } from './surveys/queries.ts'
import { surveyRoutes } from './surveys/routes.ts'
import { takeoutRoutes } from './takeouts/routes.ts'
import { todayRoutes } from './today/routes.ts'
import { createAddressRule, resolveHost } from './webhooks/address.ts'
import { webhookRoutes } from './webhooks/routes.ts'

/** Somebody waits for a health record, as for a provider. */
const launchCallMs = 5_000

type RouteDeps = AppDeps & Security & { links: Links; app: Pick<FastifyInstance, 'inject'> }

/** Connects each domain's routes with what they use, also of other domains. */
export function implementContract(implement: Implement, deps: RouteDeps): void {
  const { config, database, queue, clock, catalogue } = deps
  const [auditKey] = deriveKeys(config, 'audit')
  authRoutes(implement, deps)
  accountRoutes(implement, deps)
  secondFactorRoutes(implement, deps)
  passwordRoutes(implement, deps)
  providerSignInRoutes(implement, {
    ...deps,
    client: deps.providerClient,
    publicUrl: publicUrlOf(config),
    noteRefusal: noteProviderRefusal,
  })
  providerManagementRoutes(implement, { ...deps, client: deps.providerClient, publicUrl: publicUrlOf(config) })
  const outside = { rule: createAddressRule(config.webhookNetworks), resolve: resolveHost, timeoutMs: launchCallMs }
  const launchDeps = {
    ...deps,
    ...outside,
    outside,
    keys: deriveKeys(config, 'webhooks'),
    client: deps.providerClient,
    publicUrl: publicUrlOf(config),
    noteRefusal: noteProviderRefusal,
    noteConnection: (tx: Tx, principal: Principal, id: ParticipantId) => noteRequest(tx, principal, 'ehr_patients', id),
  }
  ehrManagementRoutes(implement, launchDeps)
  launchRoutes(implement, launchDeps)
  contentRoutes(implement, catalogue, (locale, content) => withOwnTexts(database, locale, content))
  organizationRoutes(implement, {
    ...deps,
    noteUnlock,
    noteLink: (tx, principal, id) => noteRequest(tx, principal, 'invitations', id),
    publicUrl: publicUrlOf(config),
    hasRealNorm,
    offeredProtocols: (tx) => listOfferedProtocols(tx, catalogue),
    offeredSurveys: (tx) => listOfferedSurveys(tx, catalogue),
  })
  mailRoutes(implement, deps)
  firstDayRoutes(implement)
  ownTextRoutes(implement, deps)
  signInRuleRoutes(implement, deps)
  packageRoutes(implement, deps)
  setupRoutes(implement, deps)
  fhirRoutes(implement, { app: deps.app, clock, publicUrl: publicUrlOf(config) })
  scimSettingRoutes(implement, { ...deps, keys: deriveKeys(config, 'scim'), publicUrl: publicUrlOf(config) })
  serviceAccountRoutes(implement, { clock, keys: deriveKeys(config, 'service_accounts') })
  webhookRoutes(implement, {
    ...deps,
    keys: deriveKeys(config, 'webhooks'),
    rule: createAddressRule(config.webhookNetworks),
    resolve: resolveHost,
    noteRequest: (tx, principal, id) => noteRequest(tx, principal, 'webhook_endpoints', id),
  })
  impersonationRoutes(implement, deps)
  auditRoutes(implement, deps)
  participantRoutes(implement, {
    ...deps,
    noteErasure: (tx, principal, id) => noteErasure(tx, auditKey, personOf(principal), id),
  })
  protocolRoutes(implement, deps)
  protocolDraftRoutes(implement, deps)
  surveyDraftRoutes(implement, deps)
  protocolMediaRoutes(implement, { ...deps, antivirus: config.antivirus, quota: config.quotaBytes })
  protocolExchangeRoutes(implement, { ...deps, antivirus: config.antivirus, quota: config.quotaBytes })
  responseRoutes(implement, {
    ...deps,
    maxAudioBytes: config.maxAudioBytes,
    quota: config.quotaBytes,
    resultsOf: withPopulations(resultsOf),
    indicesOf: createIndicesOf(deps),
    planAnalysis: createPlanner({ queue, clock }),
    planCompression: createCompressionPlanner(queue, config.storedAudio),
    onStarted: fulfilVisit,
  })
  const certificates = createCertificates(config, clock)
  certificateRoutes(implement, { database, certificates })
  const print = createReportPrinter()
  clinicalReportRoutes(implement, {
    ...deps,
    resultsOf: withPopulations(resultsOf),
    indicesOf: createIndicesOf(deps),
    print,
    certificates,
  })
  reportTemplateRoutes(implement, { ...deps, print })
  findingRoutes(implement, {
    ...deps,
    resultsOf: withPopulations(resultsOf),
    indicesOf: createIndicesOf(deps),
  })
  analysisRoutes(implement, deps)
  campaignRoutes(implement, deps)
  indexRoutes(implement, deps)
  overviewRoutes(implement, { clock, quota: config.quotaBytes })
  modelRoutes(implement, {
    ...deps,
    transcriber: config.transcriber,
    noteRequest: (tx, principal, name) => noteRequest(tx, principal, 'models', name),
  })
  trustRoutes(implement, deps)
  reportRoutes(implement, deps)
  fileRoutes(implement, {
    ...deps,
    maxFileBytes: config.maxFileBytes,
    fileTypes: config.fileTypes,
    antivirus: config.antivirus,
    quota: config.quotaBytes,
  })
  surveyRoutes(implement, { ...deps, onFilledIn: fulfilVisit })
  surveyImportRoutes(implement, deps)
  agendaRoutes(implement)
  visitRoutes(implement, deps)
  calendarFeedRoutes(implement, { ...deps, publicUrl: publicUrlOf(config) })
  reminderRoutes(implement)
  todayRoutes(implement, deps)
  populationRoutes(implement, {
    ...deps,
    noteRequest: (tx, principal, id) => noteRequest(tx, principal, 'populations', id),
  })
  takeoutRoutes(implement, {
    ...deps,
    noteDownload: (principal, takeout, participant) => noteDownload(database, principal, takeout, participant),
  })
}
