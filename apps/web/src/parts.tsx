import { type ComponentType, lazy } from 'react'
import { narrowHome } from './participants/narrow-home.ts'
import type { Area } from './texts/tables.ts'
import type { TodayCardProps } from './today/TodayCard.tsx'
import { loadTexts } from './ui/i18n.ts'

// Parts that one domain shows of another. They load with their texts when rendered; dialogs load when opened.

function part<Props>(load: () => Promise<ComponentType<Props>>, ...areas: Area[]) {
  return lazy(async () => {
    const [Part] = await Promise.all([load(), loadTexts(...areas)])
    return { default: Part }
  })
}

export const Survey = part(async () => (await import('./surveys/SurveyModal.tsx')).SurveyModal, 'surveys')
export const SurveyResponse = part(async () => (await import('./surveys/ResponseModal.tsx')).ResponseModal, 'surveys')
export const ArchivedSurveys = part(async () => (await import('./surveys/ArchivedModal.tsx')).ArchivedModal, 'surveys')
export const HeaderSearch = part(
  async () => (await import('./participants/choice/HeaderSearch.tsx')).HeaderSearch,
  'participants',
)
export const ArchivedParticipants = part(
  async () => (await import('./participants/ArchivedParticipants.tsx')).ArchivedParticipants,
  'participants',
)
export const Calendar = part(
  async () => {
    const [{ CalendarModal }, { ParticipantFilter }] = await Promise.all([
      import('./agenda/CalendarModal.tsx'),
      import('./participants/choice/ParticipantFilter.tsx'),
    ])
    return ({ onClose }: { onClose: () => void }) => <CalendarModal Filter={ParticipantFilter} onClose={onClose} />
  },
  'agenda',
  'visits',
)
/** On home's first screen, so it loads beside the page, not after it. */
export async function loadToday(): Promise<ComponentType<Pick<TodayCardProps, 'onSurvey'>>> {
  const [{ TodayCard }, { WaitingUploads }] = await Promise.all([
    import('./today/TodayCard.tsx'),
    import('./recording/outbox/WaitingUploads.tsx'),
    loadTexts('visits'),
  ])
  return ({ onSurvey }) => <TodayCard Uploads={WaitingUploads} onSurvey={onSurvey} />
}

const registrationCard = async () => (await import('./participants/RegistrationCard.tsx')).RegistrationCard
const Registration = part(registrationCard, 'participants')
/** The form beside home's list: loaded beside the page where there is space for it. Elsewhere a button opens it. */
export const registrationOfHome = async (): Promise<ComponentType<{ mayRegister: boolean }>> =>
  matchMedia(narrowHome).matches ? Registration : registrationCard()
export const Files = part(async () => (await import('./files/FilesModal.tsx')).FilesModal, 'files')

export const Visit = part(
  async () => (await import('./agenda/ParticipantVisit.tsx')).ParticipantVisit,
  'agenda',
  'visits',
)
export const LastFindings = part(
  async () => (await import('./results/summary/LastFindings.tsx')).LastFindings,
  'findings',
  'analysis',
)

const evolutionCard = async () => (await import('./results/evolution/EvolutionCard.tsx')).EvolutionCard
/** Charts load after the content that is read first. */
export const Evolution = part(evolutionCard, 'analysis')
/** Loads it before it is shown, in case the connection is lost. */
export const preloadEvolution = () => Promise.all([evolutionCard(), loadTexts('analysis')])
export const MeasuresHelp = part(
  async () => (await import('./results/session/MeasuresHelp.tsx')).MeasuresHelp,
  'analysis',
)
export const Report = part(async () => (await import('./results/report/ReportModal.tsx')).ReportModal, 'analysis')

export const Populations = part(
  async () => (await import('./populations/PopulationsCard.tsx')).PopulationsCard,
  'populations',
  'imports',
  'analysis',
)
export const CutOffs = part(async () => (await import('./populations/CutOffsCard.tsx')).CutOffsCard, 'populations')
export const Certificate = part(
  async () => (await import('./clinical-reports/CertificateCard.tsx')).CertificateCard,
  'clinical_reports',
)
export const ReportTemplates = part(
  async () => (await import('./clinical-reports/templates/TemplatesCard.tsx')).TemplatesCard,
  'clinical_reports',
)
export const Protocols = part(async () => (await import('./studio/ProtocolsCard.tsx')).ProtocolsCard, 'studio')
export const Models = part(async () => (await import('./analysis/ModelsCard.tsx')).ModelsCard, 'models')
export const RecognitionAccuracy = part(
  async () => (await import('./analysis/AccuracyCard.tsx')).AccuracyCard,
  'models',
  'studio',
)
export const Surveys = part(
  async () => (await import('./surveys/SurveysCard.tsx')).SurveysCard,
  'survey_import',
  'imports',
)
export const ErrorReports = part(async () => (await import('./reports/ReportsCard.tsx')).ReportsCard, 'reports')
export const Campaigns = part(
  async () => (await import('./analysis/campaigns/CampaignsCard.tsx')).CampaignsCard,
  'campaigns',
)
export const Takeouts = part(async () => (await import('./takeouts/TakeoutsCard.tsx')).TakeoutsCard, 'takeouts')
export const OwnTakeouts = part(async () => (await import('./takeouts/TakeoutsModal.tsx')).TakeoutsModal, 'takeouts')
export const Privacy = part(async () => (await import('./participants/privacy/HeldCard.tsx')).HeldCard, 'privacy')
export const OrganizationSettings = part(
  async () => (await import('./organization/settings/SettingsCard.tsx')).SettingsCard,
  'organization',
)
export const OfflineSettings = part(
  async () => (await import('./organization/settings/OfflineCard.tsx')).OfflineCard,
  'offline',
)
export const Packages = part(
  async () => (await import('./organization/packages/PackagesCard.tsx')).PackagesCard,
  'organization',
)
export const OverviewCards = part(
  async () => (await import('./organization/overview/OverviewCards.tsx')).OverviewCards,
  'rooms',
)
export const Accent = part(async () => (await import('./organization/settings/AccentCard.tsx')).AccentCard, 'look')
export const OwnTexts = part(async () => (await import('./organization/settings/TextsCard.tsx')).TextsCard, 'look')
export const Providers = part(
  async () => (await import('./organization/sign-in/ProvidersCard.tsx')).ProvidersCard,
  'sign_in',
)
export const Ehrs = part(async () => (await import('./organization/sign-in/EhrsCard.tsx')).EhrsCard, 'sign_in')
export const LinkRequests = part(
  async () => (await import('./organization/sign-in/LinkRequestsCard.tsx')).LinkRequestsCard,
  'sign_in',
)
export const Passwords = part(
  async () => (await import('./organization/sign-in/PasswordsCard.tsx')).PasswordsCard,
  'sign_in',
)
export const SignInRules = part(
  async () => (await import('./organization/settings/SignInRulesCard.tsx')).SignInRulesCard,
  'look',
)
export const OrganizationLogo = part(
  async () => (await import('./clinical-reports/templates/LogoCard.tsx')).LogoCard,
  'clinical_reports',
)
export const MailTest = part(
  async () => (await import('./organization/settings/MailTestCard.tsx')).MailTestCard,
  'organization',
)
export const RecordServers = part(
  async () => (await import('./webhooks/records/RecordServersCard.tsx')).RecordServersCard,
  'webhooks',
)
export const Webhooks = part(async () => (await import('./webhooks/WebhooksCard.tsx')).WebhooksCard, 'webhooks')
export const Directory = part(
  async () => (await import('./webhooks/directory/DirectoryCard.tsx')).DirectoryCard,
  'webhooks',
)
export const ServiceAccounts = part(
  async () => (await import('./webhooks/accounts/AccountsCard.tsx')).AccountsCard,
  'webhooks',
)
export const Audit = part(async () => (await import('./audit/AuditCard.tsx')).AuditCard, 'audit')

/** Pages of the studio, which shows items as the recorder does. */
export async function protocolsPage() {
  const [{ ProtocolsPage }] = await Promise.all([
    import('./studio/ProtocolsPage.tsx'),
    loadTexts('studio', 'protocol_import', 'imports'),
  ])
  return { element: <ProtocolsPage /> }
}

export async function studioPage() {
  const [{ StudioPage }, { ExaminerPreview, ParticipantPreview }] = await Promise.all([
    import('./studio/StudioPage.tsx'),
    import('./recording/participant-screen/previews.tsx'),
    loadTexts('studio', 'protocol_import', 'responses', 'participant_screen'),
  ])
  return { element: <StudioPage parts={{ Examiner: ExaminerPreview, Participant: ParticipantPreview }} /> }
}

export async function surveysPage() {
  const [{ SurveysPage }] = await Promise.all([
    import('./surveys/builder/SurveysPage.tsx'),
    loadTexts('builder', 'studio', 'survey_import', 'imports'),
  ])
  return { element: <SurveysPage /> }
}

/** The builder shows the examiner's own form. */
export async function builderPage() {
  const [{ BuilderPage }] = await Promise.all([
    import('./surveys/builder/BuilderPage.tsx'),
    loadTexts('builder', 'studio', 'survey_import', 'surveys'),
  ])
  return { element: <BuilderPage /> }
}
