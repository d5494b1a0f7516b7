import { accountRoutes } from './account.ts'
import { agendaRoutes } from './agenda.ts'
import { auditRoutes } from './audit.ts'
import { authRoutes } from './auth.ts'
import { calendarFeedRoutes } from './calendar-feed.ts'
import { campaignRoutes } from './campaigns.ts'
import { certificateRoutes } from './certificates.ts'
import { clinicalReportRoutes } from './clinical-reports.ts'
import { contentRoutes } from './content.ts'
import { ehrRoutes } from './ehrs.ts'
import { fileRoutes } from './files.ts'
import { findingRoutes } from './findings.ts'
import { firstDayRoutes } from './first-day.ts'
import { impersonationRoutes } from './impersonation.ts'
import { indexRoutes } from './indices.ts'
import { invitationRoutes } from './invitations.ts'
import { mailRoutes } from './mails.ts'
import { modelRoutes } from './models.ts'
import { organizationRoutes } from './organization.ts'
import { overviewRoutes } from './overview.ts'
import { ownTextRoutes } from './own-texts.ts'
import { packageRoutes } from './packages.ts'
import { participantRoutes } from './participants.ts'
import { populationRoutes } from './populations.ts'
import { protocolDraftRoutes } from './protocol-drafts.ts'
import { protocolExchangeRoutes } from './protocol-exchange.ts'
import { protocolRoutes } from './protocols.ts'
import { providerSignInRoutes } from './provider-sign-in.ts'
import { providerRoutes } from './providers.ts'
import { recognitionRoutes } from './recognition.ts'
import { reminderRoutes } from './reminders.ts'
import { reportTemplateRoutes } from './report-templates.ts'
import { reportRoutes } from './reports.ts'
import { responseRoutes } from './responses.ts'
import { scimRoutes } from './scim.ts'
import { secondFactorRoutes } from './second-factor.ts'
import { secondOpinionRoutes } from './second-opinions.ts'
import { serviceAccountRoutes } from './service-accounts.ts'
import { sessionRecordingRoutes } from './session-recordings.ts'
import { setupRoutes } from './setup.ts'
import { signInRuleRoutes } from './sign-in-rules.ts'
import { surveyDraftRoutes } from './survey-drafts.ts'
import { surveyImportRoutes } from './survey-import.ts'
import { surveyRoutes } from './surveys.ts'
import { takeoutRoutes } from './takeouts.ts'
import { todayRoutes } from './today.ts'
import { transcriptFileRoutes } from './transcript-files.ts'
import { visitRoutes } from './visits.ts'
import { webhookRoutes } from './webhooks.ts'

export * from './access.ts'
export * from './account.ts'
export * from './agenda.ts'
export * from './answers.ts'
export * from './audit.ts'
export * from './auth.ts'
export * from './brands.ts'
export * from './calendar-feed.ts'
export * from './campaigns.ts'
export * from './certificates.ts'
export * from './clinical-reports.ts'
export * from './comparability.ts'
export * from './content.ts'
export * from './content-units.ts'
export * from './corner-vowels.ts'
export * from './date-locale.ts'
export * from './deprecation.ts'
export * from './device-date.ts'
export * from './ehrs.ts'
export * from './errors.ts'
export * from './evolution.ts'
export * from './examples.ts'
export * from './feature-results.ts'
export * from './fields.ts'
export * from './files.ts'
export * from './findings.ts'
export * from './first-day.ts'
export * from './fluency.ts'
export * from './gaps.ts'
export * from './guarded.ts'
export * from './ids.ts'
export * from './impersonation.ts'
export * from './imports.ts'
export * from './indices.ts'
export * from './invitations.ts'
export * from './leases.ts'
export * from './links.ts'
export * from './mails.ts'
export * from './models.ts'
export * from './norm-card.ts'
export * from './organization.ts'
export * from './overview.ts'
export * from './own-text-length.ts'
export * from './own-texts.ts'
export * from './packages.ts'
export * from './pages.ts'
export * from './parameters.ts'
export * from './participants.ts'
export * from './password-rules.ts'
export * from './pitch-range.ts'
export * from './populations.ts'
export * from './protocol-drafts.ts'
export * from './protocol-exchange.ts'
export * from './protocol-gaps.ts'
export * from './protocol-limits.ts'
export * from './protocols.ts'
export * from './provider-sign-in.ts'
export * from './providers.ts'
export * from './reading.ts'
export * from './recognition.ts'
export * from './reminders.ts'
export * from './report-document.ts'
export * from './report-templates.ts'
export * from './reports.ts'
export * from './responses.ts'
export * from './route.ts'
export * from './scim.ts'
export * from './scopes.ts'
export * from './second-factor.ts'
export * from './second-opinions.ts'
export * from './service-accounts.ts'
export * from './session-recordings.ts'
export * from './setup.ts'
export * from './sign-in-rules.ts'
export * from './speakers.ts'
export * from './survey-answers.ts'
export * from './survey-drafts.ts'
export * from './survey-fields.ts'
export * from './survey-gaps.ts'
export * from './survey-import.ts'
export * from './survey-limits.ts'
export * from './survey-scores.ts'
export * from './survey-versions.ts'
export * from './surveys.ts'
export * from './takeouts.ts'
export * from './takes.ts'
export * from './today.ts'
export * from './transcript-files.ts'
export * from './transcripts.ts'
export * from './visits.ts'
export * from './webhook-names.ts'
export * from './webhooks.ts'
export * from './word-marks.ts'

/** The calls by topic, as the API document groups them. */
export const domains = {
  account: { ...accountRoutes, ...reminderRoutes },
  agenda: agendaRoutes,
  audit: auditRoutes,
  auth: { ...authRoutes, ...providerSignInRoutes },
  ehrs: ehrRoutes,
  'clinical-reports': { ...clinicalReportRoutes, ...certificateRoutes },
  'report-templates': reportTemplateRoutes,
  content: contentRoutes,
  files: fileRoutes,
  findings: findingRoutes,
  impersonation: impersonationRoutes,
  indices: indexRoutes,
  campaigns: campaignRoutes,
  models: { ...modelRoutes, ...recognitionRoutes },
  organization: {
    ...organizationRoutes,
    ...invitationRoutes,
    ...mailRoutes,
    ...firstDayRoutes,
    ...ownTextRoutes,
    ...packageRoutes,
    ...providerRoutes,
    ...overviewRoutes,
    ...signInRuleRoutes,
  },
  participants: participantRoutes,
  populations: populationRoutes,
  protocols: { ...protocolRoutes, ...protocolDraftRoutes, ...protocolExchangeRoutes },
  reports: reportRoutes,
  responses: { ...responseRoutes, ...sessionRecordingRoutes, ...transcriptFileRoutes, ...secondOpinionRoutes },
  scim: scimRoutes,
  service_accounts: serviceAccountRoutes,
  'second-factor': secondFactorRoutes,
  setup: setupRoutes,
  surveys: { ...surveyRoutes, ...surveyImportRoutes, ...surveyDraftRoutes },
  takeouts: takeoutRoutes,
  today: todayRoutes,
  visits: { ...visitRoutes, ...calendarFeedRoutes },
  webhooks: webhookRoutes,
}

/** Every call of the API. */
export const contract = {
  ...accountRoutes,
  ...agendaRoutes,
  ...auditRoutes,
  ...authRoutes,
  ...calendarFeedRoutes,
  ...campaignRoutes,
  ...certificateRoutes,
  ...clinicalReportRoutes,
  ...reminderRoutes,
  ...reportTemplateRoutes,
  ...contentRoutes,
  ...fileRoutes,
  ...findingRoutes,
  ...firstDayRoutes,
  ...impersonationRoutes,
  ...indexRoutes,
  ...invitationRoutes,
  ...mailRoutes,
  ...modelRoutes,
  ...organizationRoutes,
  ...overviewRoutes,
  ...ownTextRoutes,
  ...packageRoutes,
  ...participantRoutes,
  ...populationRoutes,
  ...protocolDraftRoutes,
  ...protocolExchangeRoutes,
  ...protocolRoutes,
  ...providerRoutes,
  ...providerSignInRoutes,
  ...ehrRoutes,
  ...recognitionRoutes,
  ...reportRoutes,
  ...responseRoutes,
  ...scimRoutes,
  ...serviceAccountRoutes,
  ...secondFactorRoutes,
  ...sessionRecordingRoutes,
  ...setupRoutes,
  ...signInRuleRoutes,
  ...surveyDraftRoutes,
  ...surveyImportRoutes,
  ...surveyRoutes,
  ...takeoutRoutes,
  ...todayRoutes,
  ...transcriptFileRoutes,
  ...secondOpinionRoutes,
  ...visitRoutes,
  ...webhookRoutes,
}
export type Contract = typeof contract
