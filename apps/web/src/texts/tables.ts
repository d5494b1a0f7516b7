import type account from './es/account.json'
import type agenda from './es/agenda.json'
import type analysis from './es/analysis.json'
import type audit from './es/audit.json'
import type base from './es/base.json'
import type builder from './es/builder.json'
import type campaigns from './es/campaigns.json'
import type clinical_reports from './es/clinical_reports.json'
import type content_units from './es/content_units.json'
import type files from './es/files.json'
import type findings from './es/findings.json'
import type help from './es/help.json'
import type impersonation from './es/impersonation.json'
import type imports from './es/imports.json'
import type login from './es/login.json'
import type look from './es/look.json'
import type models from './es/models.json'
import type offline from './es/offline.json'
import type organization from './es/organization.json'
import type participant_screen from './es/participant_screen.json'
import type participants from './es/participants.json'
import type populations from './es/populations.json'
import type privacy from './es/privacy.json'
import type protocol_import from './es/protocol_import.json'
import type recordings from './es/recordings.json'
import type reports from './es/reports.json'
import type responses from './es/responses.json'
import type rooms from './es/rooms.json'
import type second_factor from './es/second_factor.json'
import type setup from './es/setup.json'
import type sign_in from './es/sign_in.json'
import type studio from './es/studio.json'
import type survey_import from './es/survey_import.json'
import type surveys from './es/surveys.json'
import type takeouts from './es/takeouts.json'
import type timeline from './es/timeline.json'
import type transcript_files from './es/transcript_files.json'
import type visits from './es/visits.json'
import type webhooks from './es/webhooks.json'
import type workbench from './es/workbench.json'
import type publicTexts from './public/es.json'

/** Texts that are loaded together, by the first page or dialog that shows any of them. */
type Areas = {
  account: typeof account
  agenda: typeof agenda
  analysis: typeof analysis
  audit: typeof audit
  base: typeof base
  builder: typeof builder
  campaigns: typeof campaigns
  clinical_reports: typeof clinical_reports
  content_units: typeof content_units
  files: typeof files
  findings: typeof findings
  help: typeof help
  impersonation: typeof impersonation
  imports: typeof imports
  login: typeof login
  look: typeof look
  models: typeof models
  offline: typeof offline
  organization: typeof organization
  participant_screen: typeof participant_screen
  participants: typeof participants
  populations: typeof populations
  privacy: typeof privacy
  protocol_import: typeof protocol_import
  recordings: typeof recordings
  reports: typeof reports
  responses: typeof responses
  rooms: typeof rooms
  second_factor: typeof second_factor
  setup: typeof setup
  sign_in: typeof sign_in
  studio: typeof studio
  survey_import: typeof survey_import
  surveys: typeof surveys
  takeouts: typeof takeouts
  timeline: typeof timeline
  transcript_files: typeof transcript_files
  visits: typeof visits
  webhooks: typeof webhooks
  workbench: typeof workbench
}

export type Area = keyof Areas
type Merged<Union> = (Union extends unknown ? (table: Union) => void : never) extends (table: infer All) => void
  ? All
  : never
/** All texts merged into one table: each key is in one area only. */
export type Texts = typeof publicTexts & Merged<Areas[Area]>
export type TextKey = keyof Texts & string

const tables = import.meta.glob<Record<string, string>>(['./*/*.json', '!./measures/*'], { import: 'default' })

/** @param area `public` is what the sign-in page needs */
export function loadTable(language: string, area: Area | 'public'): Promise<Record<string, string>> {
  return tables[area === 'public' ? `./public/${language}.json` : `./${language}/${area}.json`]!()
}
