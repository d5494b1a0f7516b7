import { lazy } from 'react'
import { Outlet, type RouteObject, redirect } from 'react-router'
import { readSession } from './api/session.ts'
import { ExaminerArea } from './auth/ExaminerArea.tsx'
import { ManagerArea } from './auth/ManagerArea.tsx'
import { SignedIn } from './auth/SignedIn.tsx'
import { ImpersonationFrame } from './impersonation/ImpersonationFrame.tsx'
import { OutboxSign } from './responses/outbox/OutboxSign.tsx'
import { CrashMessage } from './ui/CrashMessage.tsx'
import { loadTexts } from './ui/i18n.ts'
import { LeaveGuard } from './ui/LeaveGuard.tsx'
import { Loading } from './ui/Loading.tsx'
import { links } from './ui/links.ts'
import { PlainFrame } from './ui/PlainFrame.tsx'
import { Requires } from './ui/Requires.tsx'
import { StatusPage } from './ui/StatusPage.tsx'

// Parts that domains lend each other, loaded when they are drawn; dialogs when they are opened.
const Survey = lazy(async () => {
  const [{ SurveyModal }] = await Promise.all([import('./surveys/SurveyModal.tsx'), loadTexts('surveys')])
  return { default: SurveyModal }
})
const SurveyResponse = lazy(async () => {
  const [{ ResponseModal }] = await Promise.all([import('./surveys/ResponseModal.tsx'), loadTexts('surveys')])
  return { default: ResponseModal }
})
const ArchivedSurveys = lazy(async () => {
  const [{ ArchivedModal }] = await Promise.all([import('./surveys/ArchivedModal.tsx'), loadTexts('surveys')])
  return { default: ArchivedModal }
})

const HeaderSearch = lazy(async () => {
  const [{ HeaderSearch }] = await Promise.all([
    import('./participants/choice/HeaderSearch.tsx'),
    loadTexts('participants'),
  ])
  return { default: HeaderSearch }
})
const ArchivedParticipants = lazy(async () => {
  const [{ ArchivedParticipants }] = await Promise.all([
    import('./participants/ArchivedParticipants.tsx'),
    loadTexts('participants'),
  ])
  return { default: ArchivedParticipants }
})
const Calendar = lazy(async () => {
  const [{ CalendarModal }, { ParticipantFilter }] = await Promise.all([
    import('./agenda/CalendarModal.tsx'),
    import('./participants/choice/ParticipantFilter.tsx'),
    loadTexts('agenda'),
  ])
  return {
    default: ({ onClose }: { onClose: () => void }) => <CalendarModal Filter={ParticipantFilter} onClose={onClose} />,
  }
})

const Files = lazy(async () => {
  const [{ FilesModal }] = await Promise.all([import('./files/FilesModal.tsx'), loadTexts('files')])
  return { default: FilesModal }
})

// Charts come after what is read first.
const Evolution = lazy(evolutionPart)
async function evolutionPart() {
  const [{ EvolutionCard }] = await Promise.all([
    import('./responses/evolution/EvolutionCard.tsx'),
    loadTexts('analysis'),
  ])
  return { default: EvolutionCard }
}

const Report = lazy(async () => {
  const [{ ReportModal }] = await Promise.all([import('./responses/report/ReportModal.tsx'), loadTexts('analysis')])
  return { default: ReportModal }
})

const Populations = lazy(async () => {
  const [{ PopulationsCard }] = await Promise.all([
    import('./populations/PopulationsCard.tsx'),
    loadTexts('populations', 'imports'),
  ])
  return { default: PopulationsCard }
})

const Models = lazy(async () => {
  const [{ ModelsCard }] = await Promise.all([import('./analysis/ModelsCard.tsx'), loadTexts('models')])
  return { default: ModelsCard }
})

const Surveys = lazy(async () => {
  const [{ SurveysCard }] = await Promise.all([
    import('./surveys/SurveysCard.tsx'),
    loadTexts('survey_import', 'imports'),
  ])
  return { default: SurveysCard }
})

const ErrorReports = lazy(async () => {
  const [{ ReportsCard }] = await Promise.all([import('./reports/ReportsCard.tsx'), loadTexts('reports')])
  return { default: ReportsCard }
})

const Takeouts = lazy(async () => {
  const [{ TakeoutsCard }] = await Promise.all([import('./takeouts/TakeoutsCard.tsx'), loadTexts('takeouts')])
  return { default: TakeoutsCard }
})

const OwnTakeouts = lazy(async () => {
  const [{ TakeoutsModal }] = await Promise.all([import('./takeouts/TakeoutsModal.tsx'), loadTexts('takeouts')])
  return { default: TakeoutsModal }
})

const Privacy = lazy(async () => {
  const [{ HeldCard }] = await Promise.all([import('./participants/privacy/HeldCard.tsx'), loadTexts('privacy')])
  return { default: HeldCard }
})

const Audit = lazy(async () => {
  const [{ AuditCard }] = await Promise.all([import('./audit/AuditCard.tsx'), loadTexts('audit')])
  return { default: AuditCard }
})

const signedInFrame = (
  <SignedIn>
    <ImpersonationFrame
      status={<OutboxSign />}
      Search={HeaderSearch}
      ArchivedParticipants={ArchivedParticipants}
      Takeouts={OwnTakeouts}
    />
  </SignedIn>
)

/** Around a page that nobody has to be signed in for. Somebody who is keeps the menu and the impersonation bar. */
const AnyFrame = () =>
  readSession() === null ? (
    <PlainFrame>
      <Outlet />
    </PlainFrame>
  ) : (
    signedInFrame
  )

/** Every route, and the only place that knows more than one domain. Each page is a file of its own to load. */
export const pages: RouteObject[] = [
  {
    element: (
      <>
        <Outlet />
        <LeaveGuard />
      </>
    ),
    errorElement: <CrashMessage />,
    hydrateFallbackElement: <Loading fullPage />,
    loader: ({ request }) => withTrailingSlash(new URL(request.url)),
    children: [
      { path: links.signIn, loader: () => redirect(links.dashboard) },
      {
        element: (
          <PlainFrame>
            <Outlet />
          </PlainFrame>
        ),
        children: [
          { path: links.resetPassword, lazy: resetPasswordPage },
          { path: '/set_password/:token/:is_welcome/', lazy: setPasswordPage },
          { path: '/setup/:token?/', lazy: setupPage },
          { path: links.policy, lazy: () => textPage('policy') },
          { path: links.terms, lazy: () => textPage('terms') },
        ],
      },
      {
        element: signedInFrame,
        children: [
          {
            path: 'dashboard/',
            element: <ExaminerArea />,
            children: [
              { index: true, lazy: dashboardPage },
              { path: 'agenda/', lazy: agendaPage },
              { path: 'participant/:participant_id/', lazy: participantPage },
              { path: 'participant/edit/:participant_id/', lazy: editPage },
              {
                element: <Requires feature="recordProtocol" />,
                children: [
                  { path: 'participant/protocol/:participant_id/', lazy: recordPage },
                  { path: 'participant/protocol/resume/:participant_id/:protocolres_id/', lazy: recordPage },
                ],
              },
              {
                element: <Requires feature="readProtocolRes" />,
                children: [{ path: 'participant/protocol_result/:participant_id/:protocolres_id/', lazy: resultPage }],
              },
            ],
          },
          { path: links.secondFactor, lazy: secondFactorPage },
          { path: 'admin/', element: <ManagerArea />, children: [{ index: true, lazy: adminPage }] },
        ],
      },
      { element: <AnyFrame />, children: [{ path: '*', element: <StatusPage status={404} /> }] },
    ],
  },
]

async function dashboardPage() {
  const [{ DashboardPage }] = await Promise.all([import('./participants/DashboardPage.tsx'), loadTexts('participants')])
  return { element: <DashboardPage Survey={Survey} Calendar={Calendar} /> }
}

async function adminPage() {
  const [{ AdminPage }] = await Promise.all([import('./organization/AdminPage.tsx'), loadTexts('organization')])
  const forManagers = { Surveys, Populations, Models, Takeouts, Privacy }
  return { element: <AdminPage parts={{ forManagers, forOwner: { ErrorReports, Audit } }} /> }
}

async function agendaPage() {
  const [{ AgendaPage }, { ParticipantFilter }] = await Promise.all([
    import('./agenda/AgendaPage.tsx'),
    import('./participants/choice/ParticipantFilter.tsx'),
    loadTexts('agenda', 'participants'),
  ])
  return { element: <AgendaPage Filter={ParticipantFilter} /> }
}

async function editPage() {
  const [{ EditPage }] = await Promise.all([import('./participants/EditPage.tsx'), loadTexts('participants')])
  return { element: <EditPage /> }
}

async function resetPasswordPage() {
  const [{ ResetPasswordPage }] = await Promise.all([import('./auth/ResetPasswordPage.tsx'), loadTexts('login')])
  return { element: <ResetPasswordPage /> }
}

async function setPasswordPage() {
  const [{ SetPasswordPage }] = await Promise.all([import('./auth/SetPasswordPage.tsx'), loadTexts('login')])
  return { element: <SetPasswordPage /> }
}

async function setupPage() {
  const [{ SetupPage }] = await Promise.all([import('./auth/SetupPage.tsx'), loadTexts('login', 'setup')])
  return { element: <SetupPage /> }
}

async function secondFactorPage() {
  const [{ SecondFactorPage }] = await Promise.all([
    import('./auth/second-factor/SecondFactorPage.tsx'),
    loadTexts('second_factor'),
  ])
  return { element: <SecondFactorPage /> }
}

async function textPage(text: 'policy' | 'terms') {
  const { TextPage } = await import('./content/TextPage.tsx')
  return { element: <TextPage text={text} /> }
}

async function participantPage() {
  const [{ ParticipantPage }] = await Promise.all([
    import('./participants/ParticipantPage.tsx'),
    loadTexts('participants', 'responses'),
  ])
  return {
    element: <ParticipantPage parts={{ Survey, SurveyResponse, ArchivedSurveys, Files, Evolution, Report }} />,
  }
}

async function recordPage() {
  const [{ RecordPage }] = await Promise.all([
    import('./responses/RecordPage.tsx'),
    // Where one goes from here without a connection.
    participantPage(),
    evolutionPart(),
    dashboardPage(),
    loadTexts('participants', 'responses', 'analysis'),
  ])
  return { element: <RecordPage /> }
}

async function resultPage() {
  const [{ ResultPage }, { ParticipantLabel }] = await Promise.all([
    import('./responses/ResultPage.tsx'),
    import('./participants/ParticipantLabel.tsx'),
    loadTexts('participants', 'responses', 'analysis'),
  ])
  return { element: <ResultPage participant={(participantId) => <ParticipantLabel participantId={participantId} />} /> }
}

function withTrailingSlash({ pathname, search, hash }: URL) {
  return pathname.endsWith('/') ? null : redirect(`${pathname}/${search}${hash}`)
}
