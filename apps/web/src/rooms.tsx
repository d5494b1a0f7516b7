import type { ComponentType } from 'react'
import { type RouteObject, redirect } from 'react-router'
import type { Room } from './organization/rooms/rooms.ts'
import {
  Accent,
  Audit,
  builderPage,
  Campaigns,
  Certificate,
  CutOffs,
  Directory,
  Ehrs,
  ErrorReports,
  LinkRequests,
  MailTest,
  Models,
  OfflineSettings,
  OrganizationLogo,
  OrganizationSettings,
  OverviewCards,
  OwnTexts,
  Packages,
  Passwords,
  Populations,
  Privacy,
  Protocols,
  Providers,
  protocolsPage,
  RecognitionAccuracy,
  RecordServers,
  ReportTemplates,
  ServiceAccounts,
  SignInRules,
  Surveys,
  studioPage,
  surveysPage,
  Takeouts,
  Webhooks,
} from './parts.tsx'
import { loadTexts } from './ui/i18n.ts'
import { links } from './ui/links.ts'

/** The parts of each room, from several domains, like `pages.tsx`. */
const room = (name: Room, ...parts: ComponentType[]) => ({
  lazy: async () => {
    const [{ RoomPage }] = await Promise.all([import('./organization/rooms/RoomPage.tsx'), loadTexts('rooms')])
    return { element: <RoomPage room={name} parts={parts} /> }
  },
})

/** The administration's pages. */
export const administration: RouteObject[] = [
  {
    lazy: frame,
    children: [
      { index: true, lazy: peoplePage },
      { path: 'people/', loader: () => redirect(links.admin) },
      { path: 'overview/', ...room('overview', OverviewCards) },
      { path: 'content/', ...room('content', Protocols, Surveys, Packages) },
      { path: 'norms/', ...room('norms', Populations, CutOffs) },
      { path: 'recognition/', ...room('recognition', Models, RecognitionAccuracy) },
      { path: 'reports/', ...room('reports', ReportTemplates, Certificate) },
      { path: 'data/', ...room('data', Takeouts, Campaigns, Privacy) },
      {
        path: 'organization/',
        ...room('organization', OrganizationSettings, MailTest, OrganizationLogo, Accent, OwnTexts, OfflineSettings),
      },
      { path: 'sign-in/', ...room('sign_in', Providers, Ehrs, LinkRequests, Passwords) },
      { path: 'webhooks/', ...room('webhooks', ServiceAccounts, RecordServers, Webhooks, Directory) },
      { path: 'security/', ...room('security', SignInRules, Audit, ErrorReports) },
    ],
  },
  { path: 'report_template/:template_id/', lazy: templatePage },
  { path: 'protocols/', lazy: protocolsPage },
  { path: 'protocols/:draft_id/', lazy: studioPage },
  { path: 'surveys/', lazy: surveysPage },
  { path: 'surveys/:draft_id/', lazy: builderPage },
]

async function frame() {
  const [{ RoomsFrame }] = await Promise.all([import('./organization/rooms/RoomsFrame.tsx'), loadTexts('rooms')])
  return { element: <RoomsFrame /> }
}

async function peoplePage() {
  const [{ PeoplePage }] = await Promise.all([import('./organization/PeoplePage.tsx'), loadTexts('organization')])
  return { element: <PeoplePage /> }
}

async function templatePage() {
  const [{ TemplatePage }] = await Promise.all([
    import('./clinical-reports/templates/TemplatePage.tsx'),
    loadTexts('clinical_reports', 'analysis'),
  ])
  return { element: <TemplatePage /> }
}
