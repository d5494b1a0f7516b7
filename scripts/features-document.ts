import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { contract, type Feature, features, guardedFieldsOf, type Route } from '@fonema/contract'
import { accessTable } from '../apps/server/testing/access-table.ts'

const root = join(import.meta.dirname, '..')
const web = join(root, 'apps/web/src')

/** What each file of the web offers only with a feature. A file that checks a feature but is missing here throws. */
const controls: Record<Feature, Record<string, string>> = {
  archiveParticipant: {
    'participants/ArchivedParticipants.tsx': 'restore in the list of archived participants: disabled, with a tooltip',
    'participants/ParticipantPage.tsx': 'restore on an archived participant’s page: hidden',
    'participants/ParticipantTable.tsx': 'archive in the participant list: disabled, with a tooltip',
  },
  recordProtocol: {
    'agenda/AgendaPage.tsx': 'plan a visit: hidden',
    'agenda/VisitDialog.tsx': 'change, cancel and finish a visit: hidden',
    'clinical-reports/ReportPage.tsx': 'write, remake, sign, revoke and amend a report: hidden',
    'clinical-reports/ReportsPage.tsx': 'prepare a report: hidden',
    'pages.tsx': 'the recorder and the resuming of a session: page 403',
    'participants/NextVisit.tsx': 'plan a visit, on the participant’s page: hidden',
    'participants/ParticipantPage.tsx': 'record a protocol: hidden',
    'participants/ParticipantTable.tsx':
      'record in the participant list: disabled, with a tooltip; resume by its sign: a sign only',
    'participants/useRegistrationOffer.ts': 'record, in the notice after a registration: hidden',
    'participants/activity/CommentModal.tsx': 'the comment of a session: read-only',
    'participants/activity/ResultRow.tsx': 'resume a session: hidden',
    'participants/useLastProtocols.ts': 'repeat the last protocol, in the list and on the page: hidden',
    'results/second-opinion/SecondOpinionCard.tsx': 'begin, continue and settle a second opinion: hidden, or disabled',
    'results/session/ContentUnits.tsx': 'decide about content units: disabled',
    'results/session/FluencyWords.tsx': 'decide about words of a fluency item: disabled',
    'results/session/ResultHeader.tsx': 'resume, and prepare a report, on the result page: hidden',
    'results/session/TakeActions.tsx': 'use a take that does not count, go on without an item: hidden',
    'results/session/TranscriptCard.tsx': 'type, correct and confirm a transcript: hidden',
    'results/session/WhoSpeaks.tsx': 'say how many people speak in a recording, correct who speaks when: hidden',
    'results/transcript-files/TranscriptFiles.tsx': 'import a transcript: hidden',
    'today/TodayItem.tsx': 'record from a visit and resume a session, on the home page: hidden',
  },
  recordSurvey: {
    'participants/ParticipantPage.tsx': 'fill in a survey: hidden',
    'participants/ParticipantTable.tsx': 'survey in the participant list: disabled, with a tooltip',
    'today/TodayItem.tsx': 'fill in the survey of a visit, on the home page: hidden',
  },
  createParticipant: {
    'participants/DashboardPage.tsx': 'the registration form and the import of a file: replaced by a notice',
    'participants/launch/LaunchedPage.tsx': 'the registration of a patient of a health record: replaced by a notice',
  },
  editParticipant: {
    'participants/ConsentCard.tsx': 'consent and retention: read-only',
    'participants/EditPage.tsx': 'the form of a participant: read-only',
  },
  editFiles: { 'files/FilesModal.tsx': 'upload and delete files: hidden' },
  readFiles: {
    'participants/ParticipantMenu.tsx': 'files in the participant’s menu: hidden',
    'participants/timeline/useTimeline.ts': 'files in the timeline: left out',
  },
  readProtocolRes: {
    'pages.tsx': 'the result page: page 403',
    'participants/ParticipantMenu.tsx': 'the printable report and the data as FHIR: hidden',
    'participants/ParticipantPage.tsx': 'the last session’s findings and the evolution chart: hidden',
    'participants/activity/CommentModal.tsx': 'the comment of a session: empty, and what is typed is added to it',
    'participants/timeline/useTimeline.ts': 'reports in the timeline: left out',
    'participants/activity/ResultRow.tsx': 'open a result: hidden; the comment, unless the mode may record: hidden',
    'recording/end/EndModal.tsx': 'the comment at the end of a session: empty, and what is typed is added to it',
    'recording/RecordingSession.tsx': 'see the result of a session that is complete: hidden',
    'recording/long/CutRow.tsx': 'hear the edges of a part of a session’s recording: hidden',
    'recording/long/SessionRecordingsPage.tsx': 'see the result of the session: hidden',
    'results/transcript-files/TranscriptFiles.tsx': 'download and import a transcript: hidden',
  },
  readSurveyRes: { 'participants/activity/ResultRow.tsx': 'open a filled-in survey: hidden' },
  archiveProtocolRes: { 'participants/activity/ResultRow.tsx': 'archive and restore a session: hidden' },
  archiveSurveyRes: { 'participants/activity/ResultRow.tsx': 'archive and restore a filled-in survey: hidden' },
  downloadSurveyRes: { 'surveys/ResponseModal.tsx': 'the CSV file of a filled-in survey: hidden' },
  downloadProtocolRes: {
    'clinical-reports/ReportPage.tsx': 'download a report: hidden',
    'clinical-reports/ReportsPage.tsx': 'download in the list of reports: hidden',
    'impersonation/ImpersonationFrame.tsx': 'export of one’s own data, audio files among them: hidden',
    'participants/ParticipantMenu.tsx': 'the printable report and the data as FHIR: hidden',
    'takes/Player.tsx': 'the file of a recording: hidden',
    'takes/sound/Toolbar.tsx': 'the file of a recording beside its picture: hidden',
    'results/session/ResultHeader.tsx': 'the printable report on the result page: hidden',
    'results/transcript-files/TranscriptFiles.tsx': 'download a transcript as a file: hidden',
  },
  admin: {
    'auth/ManagerArea.tsx': 'the administration page: the dashboard instead',
    'impersonation/ImpersonationFrame.tsx': 'its entry in the user menu: hidden',
    'organization/rooms/RoomPage.tsx': 'the room of the audit log, for the owner: the 403 page',
    'organization/rooms/RoomsFrame.tsx': 'its entry in the list of rooms: hidden',
    'organization/sign-in/EhrsCard.tsx': 'change health records: the owner only',
    'organization/sign-in/LinkRequestsCard.tsx': 'requests to connect accounts, for the owner: hidden',
    'organization/sign-in/PasswordsCard.tsx': 'the choice of the break-glass account, for the owner: hidden',
    'organization/sign-in/ProvidersCard.tsx': 'changes of the identity providers, for the owner: hidden',
    'participants/privacy/HeldCard.tsx': 'the erasure of a participant, for the owner: hidden',
    'results/session/TranscriptMissing.tsx': 'the link to the models: hidden',
    'webhooks/accounts/AccountsCard.tsx': 'make and edit service accounts: the owner only',
    'webhooks/accounts/KeysDialog.tsx': 'make keys of service accounts: the owner only',
    'webhooks/directory/DirectoryCard.tsx': 'make keys of directories: the owner only',
    'webhooks/records/RecordServersCard.tsx': 'add and change FHIR servers: the owner only',
    'webhooks/directory/RulesForm.tsx': 'the role of a manager in rules of groups, for the owner: not offered',
  },
}

/** Parts that are omitted from a file instead of refused. */
const beside: Partial<Record<Feature, string>> = {
  downloadSurveyRes: '`surveys/` is left out of a takeout',
}

/** The fields of answers that a feature guards, with the calls that do not require the feature themselves. */
function fieldsGuardedBy(guarding: Feature): string[] {
  return Object.entries<Route>(contract).flatMap(([key, { access, responses }]) => {
    if (access !== 'public' && access.feature === guarding) return []
    const fields = Object.values(responses)
      .flatMap((schema) => (schema === null || schema === 'bytes' ? [] : guardedFieldsOf(schema)))
      .filter(({ feature }) => feature === guarding)
      .map(({ path, blank }) => `\`${path.join('.').replaceAll('.[]', '[]')}\`: ${JSON.stringify(blank)}`)
    return fields.length === 0 ? [] : [`- \`${key}\`: ${[...new Set(fields)].join(', ')}`]
  })
}

/** Each feature with the files of the web that check it. */
function askedBy(): Map<string, string[]> {
  const found = new Map<string, string[]>(features.map((feature) => [feature, []]))
  for (const file of readdirSync(web, { recursive: true, encoding: 'utf8' }).sort()) {
    if (!/\.tsx?$/.test(file) || /\.test\.tsx?$/.test(file)) continue
    const asking = readFileSync(join(web, file), 'utf8')
      .split('\n')
      .filter((line) => /\bfeature\b/.test(line))
      .join('\n')
    for (const [feature, files] of found) if (new RegExp(`['"]${feature}['"]`).test(asking)) files.push(file)
  }
  return found
}

/**
 * docs/features.md: which controls, calls and fields of answers each feature of an impersonation mode governs. The
 * calls come from the table that access.test.ts compares with the server, the controls from the checks in the web's
 * sources.
 */
export function featuresDocument(): string {
  const asked = askedBy()
  const { modes } = JSON.parse(readFileSync(join(root, 'packages/content/impersonation-modes.json'), 'utf8')) as {
    modes: Record<string, Record<Feature, boolean>>
  }
  const names = Object.keys(modes)
  const overview = features.map(
    (feature) => `| \`${feature}\` | ${names.map((mode) => (modes[mode]![feature] ? 'yes' : 'no')).join(' | ')} |`,
  )
  const sections = features.map((feature) => {
    const described = Object.keys(controls[feature]).sort()
    const asking = asked.get(feature) ?? []
    if (described.join() !== asking.join())
      throw new Error(`${feature}: the web asks in ${asking.join(', ')}; described are ${described.join(', ')}`)
    const calls = Object.entries(accessTable).filter(([, row]) => row.feature === feature)
    const calledBy = calls.map(([key]) => `- \`${key}\``)
    const left = beside[feature] === undefined ? [] : [`- ${beside[feature]}`]
    const drawn = described.map((file) => `- ${controls[feature][file]} (\`${file}\`)`)
    const fields = fieldsGuardedBy(feature)
    const guarded =
      fields.length === 0 ? [] : ['Fields of other answers, and what they hold without it', fields.join('\n')]
    const called = ['Calls', [...calledBy, ...left].join('\n')]
    return [`## ${feature}`, ...called, ...guarded, 'Controls', drawn.join('\n')].join('\n\n')
  })
  return `# Features of the impersonation modes

Generated by \`npm run tool -- docs-features\`. During an impersonation, a user has the features of its mode
(\`packages/content/impersonation-modes.json\`). The server refuses every other call with 403 \`feature_disabled\`, and the web
hides or disables the control. An answer can have fields that need another feature: the server empties them (decision
0170). Without impersonation, every feature is on. Nobody has a manager's or the owner's rights while working as an
examiner.

| Feature | ${names.join(' | ')} |
|---|${names.map(() => '---|').join('')}
${overview.join('\n')}

${sections.join('\n\n')}
`
}
