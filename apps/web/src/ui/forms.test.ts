import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const sourceFolder = new URL('..', import.meta.url).pathname

/** Input controls, in markup and in the library. */
const control =
  /<(form|input|select|textarea|TextInput|Textarea|NumberInput|PasswordInput|PasswordField|PinInput|NativeSelect|Select|MultiSelect|TagsInput|Autocomplete|Checkbox|Radio|Switch|FileInput|DateField|NewPasswordFields|TextControl|AreaControl|SelectControl|DateControl)\b/
const guard = /<(Unsaved|FormDialog)\b/

/** Parts of a form, with the file of the form that guards them. */
const partOf: Record<string, string> = {
  'agenda/RepeatFields.tsx': 'agenda/VisitForm.tsx',
  'auth/NewPasswordFields.tsx': 'auth/SetupPage.tsx',
  'clinical-reports/templates/MeasuresField.tsx': 'clinical-reports/templates/TemplateEditor.tsx',
  'clinical-reports/templates/TextsField.tsx': 'clinical-reports/templates/TemplateEditor.tsx',
  'organization/packages/AssignedFields.tsx': 'organization/UserForm.tsx',
  'participants/MoreFields.tsx': 'participants/EditPage.tsx',
  'participants/ShortFields.tsx': 'participants/EditPage.tsx',
  'organization/sign-in/RulesField.tsx': 'organization/sign-in/ProviderModal.tsx',
  'results/workbench/WordField.tsx': 'results/workbench/Workbench.tsx',
  'studio/import/FoundProtocol.tsx': 'studio/import/ImportProtocol.tsx',
  'studio/ItemEditor.tsx': 'studio/Editor.tsx',
  'studio/ItemTexts.tsx': 'studio/Editor.tsx',
  'studio/MediumField.tsx': 'studio/Editor.tsx',
  'studio/Outline.tsx': 'studio/Editor.tsx',
  'studio/ProtocolFields.tsx': 'studio/Editor.tsx',
  'surveys/builder/AlertFields.tsx': 'surveys/builder/BuilderEditor.tsx',
  'surveys/builder/BandFields.tsx': 'surveys/builder/BuilderEditor.tsx',
  'surveys/builder/BuilderOutline.tsx': 'surveys/builder/BuilderEditor.tsx',
  'surveys/builder/ClauseValue.tsx': 'surveys/builder/BuilderEditor.tsx',
  'surveys/builder/ConditionEditor.tsx': 'surveys/builder/BuilderEditor.tsx',
  'surveys/builder/FieldEditor.tsx': 'surveys/builder/BuilderEditor.tsx',
  'surveys/builder/NameField.tsx': 'surveys/builder/BuilderEditor.tsx',
  'surveys/builder/NumberField.tsx': 'surveys/builder/BuilderEditor.tsx',
  'surveys/builder/OptionsEditor.tsx': 'surveys/builder/BuilderEditor.tsx',
  'surveys/builder/ScoreFields.tsx': 'surveys/builder/BuilderEditor.tsx',
  'surveys/builder/SurveyAbout.tsx': 'surveys/builder/BuilderEditor.tsx',
  'ui/TitleFields.tsx': 'surveys/builder/BuilderEditor.tsx',
  'surveys/FieldControl.tsx': 'surveys/SurveyModal.tsx',
  'surveys/RuleEditor.tsx': 'surveys/SurveysImport.tsx',
  'surveys/SurveyForm.tsx': 'surveys/SurveyModal.tsx',
  'webhooks/accounts/DaysField.tsx': 'webhooks/accounts/AccountDialog.tsx',
}

const credentials = 'asks for credentials, which are never kept'
const search = 'looks for something and changes nothing'
const atOnce = 'what is chosen takes effect at once'
const file = 'takes a file, which stays where it was'

/** Controls without values to lose, with the reason. */
const nothingToLose: Record<string, string> = {
  'dev/Controls.tsx': 'shows fields, and keeps nothing',
  'audit/AuditFilters.tsx': search,
  'auth/account/FeedCard.tsx': 'shows an address, which nobody types',
  'webhooks/DeliveriesDialog.tsx': search,
  'webhooks/directory/DirectoryCard.tsx': 'shows an address, which nobody types',
  'webhooks/ShownOnce.tsx': 'shows a secret, which nobody types',
  'auth/account/NotificationsCard.tsx': atOnce,
  'organization/settings/OfflineCard.tsx': atOnce,
  'auth/CodeForm.tsx': credentials,
  'auth/LinkForm.tsx': credentials,
  'auth/ResetPasswordPage.tsx': credentials,
  'auth/SetPasswordPage.tsx': credentials,
  'auth/SignInForm.tsx': credentials,
  'auth/second-factor/AppSetup.tsx': credentials,
  'auth/second-factor/PasskeysCard.tsx': credentials,
  'auth/second-factor/IdentityDialog.tsx': credentials,
  'clinical-reports/NewReport.tsx': atOnce,
  'clinical-reports/SignDialog.tsx': credentials,
  'files/FilesModal.tsx': search,
  'files/UploadArea.tsx': file,
  'results/session/WhoSpeaks.tsx': atOnce,
  'studio/import/DropZone.tsx': file,
  'auth/second-factor/RecoveryCodes.tsx': 'confirms that the codes are written down',
  'participants/ParticipantList.tsx': atOnce,
  'populations/PopulationRow.tsx': atOnce,
  'populations/SemaphoreSwitch.tsx': atOnce,
  'recording/microphone/MicrophoneStep.tsx': atOnce,
  'results/comparison/ItemComparison.tsx': atOnce,
  'results/evolution/EvolutionCard.tsx': atOnce,
  'results/evolution/MeasureChooser.tsx': atOnce,
  'results/report/ReportModal.tsx': atOnce,
  'results/session/OtherPopulations.tsx': atOnce,
  'results/transcript-files/DownloadTranscript.tsx': atOnce,
  'results/session/WordCloud.tsx': atOnce,
  'results/side-by-side/SideBySidePage.tsx': atOnce,
  'studio/Preview.tsx': atOnce,
  'surveys/builder/BuilderPreview.tsx': atOnce,
  'surveys/SurveyPicker.tsx': search,
  'takes/PlayerControls.tsx': atOnce,
  'takes/sound/PositionSlider.tsx': atOnce,
  'takes/sound/Toolbar.tsx': atOnce,
  'takes/TakeSelect.tsx': atOnce,
  'participants/SearchField.tsx': search,
  'participants/choice/ParticipantChoice.tsx': search,
  'participants/privacy/EraseDialog.tsx': 'the code is typed to confirm, not to be kept',
  'participants/privacy/HeldCard.tsx': search,
  'help/HelpPage.tsx': search,
  'organization/UsersTable.tsx': search,
  'organization/invitations/InvitationField.tsx': 'shows a link',
  'organization/sign-in/PasswordsCard.tsx': 'one choice, confirmed by its button',
  'organization/sign-in/ProviderAddresses.tsx': 'shows addresses',
  'ui/AddLanguage.tsx': atOnce,
  'ui/DateField.tsx': 'the control itself',
  'ui/ImportFrame.tsx': file,
  'ui/PasswordField.tsx': 'the control itself',
}

const sourceOf = (path: string) => readFileSync(join(sourceFolder, path), 'utf8')
const withControls = readdirSync(sourceFolder, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.tsx') && !path.endsWith('.test.tsx') && control.test(sourceOf(path)))
  .sort()

test('every form asks before entered values are lost, or keeps a draft', () => {
  const forgotten = withControls.filter(
    (path) => !guard.test(sourceOf(path)) && !(path in partOf) && !(path in nothingToLose),
  )
  expect(forgotten).toEqual([])
})

test('the exceptions still exist and are still needed', () => {
  for (const path of [...Object.keys(partOf), ...Object.keys(nothingToLose)]) {
    expect(existsSync(join(sourceFolder, path)), path).toBe(true)
    expect(withControls, path).toContain(path)
    expect(guard.test(sourceOf(path)), path).toBe(false)
  }
  for (const whole of Object.values(partOf)) expect(guard.test(sourceOf(whole)), whole).toBe(true)
})
