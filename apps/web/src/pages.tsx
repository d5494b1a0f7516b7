import { Outlet, type RouteObject, redirect } from 'react-router'
import { readSession } from './api/session.ts'
import { ExaminerArea } from './auth/ExaminerArea.tsx'
import { ManagerArea } from './auth/ManagerArea.tsx'
import { SignedIn } from './auth/SignedIn.tsx'
import { ImpersonationFrame } from './impersonation/ImpersonationFrame.tsx'
import { OfflineSign } from './offline/OfflineSign.tsx'
import {
  ArchivedParticipants,
  ArchivedSurveys,
  Calendar,
  Evolution,
  Files,
  HeaderSearch,
  LastFindings,
  loadToday,
  MeasuresHelp,
  OwnTakeouts,
  preloadEvolution,
  Report,
  registrationOfHome,
  Survey,
  SurveyResponse,
  Visit,
} from './parts.tsx'
import { OutboxSign } from './recording/outbox/OutboxSign.tsx'
import { administration } from './rooms.tsx'
import { CrashMessage } from './ui/CrashMessage.tsx'
import { loadTexts } from './ui/i18n.ts'
import { LeaveGuard } from './ui/LeaveGuard.tsx'
import { Loading } from './ui/Loading.tsx'
import { links } from './ui/links.ts'
import { PlainFrame } from './ui/PlainFrame.tsx'
import { Requires } from './ui/Requires.tsx'
import { StatusPage } from './ui/StatusPage.tsx'

const signedInFrame = (
  <SignedIn>
    <ImpersonationFrame
      status={<OutboxSign />}
      notice={<OfflineSign />}
      Search={HeaderSearch}
      ArchivedParticipants={ArchivedParticipants}
      Takeouts={OwnTakeouts}
    />
  </SignedIn>
)

/** Keeps the application on an examiner's device, after everything that the page itself needs. */
const keepShellLater = () => {
  if (!import.meta.env.PROD) return
  const keep = () => import('./offline/keep-shell.ts').then(({ keepShell }) => keepShell())
  setTimeout(() => void keep().catch(() => {}), 3000) // the network is away: the next load keeps it
}

/** The frame of pages that need no sign-in. Signed-in users keep the menu and the impersonation bar. */
const AnyFrame = () =>
  readSession() === null ? (
    <PlainFrame>
      <Outlet />
    </PlainFrame>
  ) : (
    signedInFrame
  )

/** Every route; only this module, `rooms.tsx`, `parts.tsx` and `components.tsx` import several domains. Each page is a separate chunk. */
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
            element: <ExaminerArea onEnter={keepShellLater} />,
            children: [
              { index: true, lazy: dashboardPage },
              { path: 'agenda/', lazy: agendaPage },
              { path: 'launch/', lazy: launchedPage },
              { path: 'participant/:participant_id/', lazy: participantPage },
              { path: 'participant/edit/:participant_id/', lazy: editPage },
              {
                element: <Requires feature="recordProtocol" />,
                children: [
                  { path: 'participant/protocol/:participant_id/', lazy: recordPage },
                  { path: 'participant/protocol/resume/:participant_id/:protocolres_id/', lazy: recordPage },
                  {
                    path: 'participant/protocol/recordings/:participant_id/:protocolres_id/',
                    lazy: sessionRecordingsPage,
                  },
                ],
              },
              {
                element: <Requires feature="readProtocolRes" />,
                children: [
                  { path: 'participant/protocol_result/:participant_id/:protocolres_id/', lazy: resultPage },
                  {
                    path: 'participant/protocol_result/:participant_id/:protocolres_id/compare/:other_id/',
                    lazy: sideBySidePage,
                  },
                  { path: 'participant/reports/:participant_id/', lazy: reportsPage },
                  { path: 'participant/reports/:participant_id/:report_id/', lazy: reportPage },
                ],
              },
            ],
          },
          { path: links.account, lazy: accountPage },
          { path: links.help, lazy: helpPage },
          { path: links.secondFactor, lazy: secondFactorPage },
          {
            path: 'admin/',
            element: <ManagerArea />,
            children: administration,
          },
        ],
      },
      { element: <AnyFrame />, children: [{ path: '*', element: <StatusPage status={404} /> }] },
    ],
  },
]

/** Starts to load the most frequent page before the router asks for it. */
export function startPage(pathname: string): void {
  if (pathname === links.dashboard) void dashboardPage().catch(() => {}) // the router shows why
}

async function dashboardPage() {
  const [{ DashboardPage }, Today, Registration] = await Promise.all([
    import('./participants/DashboardPage.tsx'),
    loadToday(),
    registrationOfHome(),
    loadTexts('participants'),
  ])
  return {
    element: <DashboardPage Survey={Survey} Calendar={Calendar} Today={Today} Registration={Registration} />,
  }
}

async function agendaPage() {
  const [{ AgendaPage }, { ParticipantFilter }] = await Promise.all([
    import('./agenda/AgendaPage.tsx'),
    import('./participants/choice/ParticipantFilter.tsx'),
    loadTexts('agenda', 'participants', 'visits'),
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

async function accountPage() {
  const [{ AccountPage }] = await Promise.all([import('./auth/account/AccountPage.tsx'), loadTexts('account', 'login')])
  return { element: <AccountPage Takeouts={OwnTakeouts} /> }
}

async function helpPage() {
  const [{ HelpPage }] = await Promise.all([
    import('./help/HelpPage.tsx'),
    loadTexts('help', 'participant_screen', 'responses'),
  ])
  return { element: <HelpPage Measures={MeasuresHelp} /> }
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

async function launchedPage() {
  const [{ LaunchedPage }] = await Promise.all([
    import('./participants/launch/LaunchedPage.tsx'),
    loadTexts('participants'),
  ])
  return { element: <LaunchedPage /> }
}

async function participantPage() {
  const [{ ParticipantPage }, { WaitingUploads: Uploads }] = await Promise.all([
    import('./participants/ParticipantPage.tsx'),
    import('./recording/outbox/WaitingUploads.tsx'),
    loadTexts('participants', 'responses', 'timeline', 'visits'),
  ])
  const parts = { Survey, SurveyResponse, ArchivedSurveys, Files, Evolution, LastFindings, Report, Uploads, Visit }
  return { element: <ParticipantPage parts={parts} /> }
}

async function recordPage() {
  const [{ RecordPage }, { ParticipantLabel }] = await Promise.all([
    import('./recording/RecordPage.tsx'),
    import('./participants/ParticipantLabel.tsx'),
    // Preload the next pages, in case the connection is lost.
    participantPage(),
    preloadEvolution(),
    dashboardPage(),
    loadTexts('participants', 'responses', 'analysis', 'participant_screen'),
  ])
  return { element: <RecordPage identity={(id) => <ParticipantLabel participantId={id} />} /> }
}

async function sessionRecordingsPage() {
  const [{ SessionRecordingsPage }, { ParticipantLabel }] = await Promise.all([
    import('./recording/long/SessionRecordingsPage.tsx'),
    import('./participants/ParticipantLabel.tsx'),
    loadTexts('participants', 'responses', 'recordings'),
  ])
  return { element: <SessionRecordingsPage identity={(id) => <ParticipantLabel participantId={id} />} /> }
}

async function resultPage() {
  const [{ ResultPage }, { ParticipantLabel }] = await Promise.all([
    import('./results/ResultPage.tsx'),
    import('./participants/ParticipantLabel.tsx'),
    loadTexts('participants', 'responses', 'analysis', 'content_units', 'findings'),
  ])
  return {
    element: (
      <ResultPage
        participant={({ participant, date_created }) => (
          <ParticipantLabel participantId={participant} date={date_created} />
        )}
      />
    ),
  }
}

async function sideBySidePage() {
  const [{ SideBySidePage }, { ParticipantLabel }] = await Promise.all([
    import('./results/side-by-side/SideBySidePage.tsx'),
    import('./participants/ParticipantLabel.tsx'),
    loadTexts('participants', 'responses', 'analysis'),
  ])
  return {
    element: (
      <SideBySidePage
        participant={({ participant, date_created }) => (
          <ParticipantLabel participantId={participant} date={date_created} />
        )}
      />
    ),
  }
}

async function reportsPage() {
  const [{ ReportsPage }] = await Promise.all([
    import('./clinical-reports/ReportsPage.tsx'),
    loadTexts('clinical_reports', 'responses'),
  ])
  return { element: <ReportsPage /> }
}

async function reportPage() {
  const [{ ReportPage }] = await Promise.all([
    import('./clinical-reports/ReportPage.tsx'),
    loadTexts('clinical_reports'),
  ])
  return { element: <ReportPage /> }
}

function withTrailingSlash({ pathname, search, hash }: URL) {
  return pathname.endsWith('/') ? null : redirect(`${pathname}/${search}${hash}`)
}
