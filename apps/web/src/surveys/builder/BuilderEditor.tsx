import type { StoredSurveyDraft, SurveyDraft, SurveyDraftField, SurveyGap } from '@fonema/contract'
import { surveyGapsOf } from '@fonema/contract/survey-gaps'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { EditorFrame, useLeadTo } from '../../ui/EditorFrame.tsx'
import editor from '../../ui/editor.module.css'
import { useTranslation } from '../../ui/i18n.ts'
import { links } from '../../ui/links.ts'
import { isPublished } from '../../ui/PublishDraft.tsx'
import { showUndo } from '../../ui/UndoAlert.tsx'
import { Unsaved } from '../../ui/Unsaved.tsx'
import { useLatest } from '../../ui/useLatest.ts'
import { useTitle } from '../../ui/useTitle.ts'
import { BuilderOutline } from './BuilderOutline.tsx'
import { BuilderPreview } from './BuilderPreview.tsx'
import { ExportCard } from './ExportCard.tsx'
import { fieldsOf, removeField, removeSection, restoreField, restoreSection, type Selected } from './edit.ts'
import { FieldEditor } from './FieldEditor.tsx'
import { GapList } from './GapList.tsx'
import { fieldId } from './gaps.ts'
import { removeLocale, restoreLocale } from './locales.ts'
import { PublishSurvey } from './PublishSurvey.tsx'
import { ScoresEditor } from './ScoresEditor.tsx'
import { SectionEditor } from './SectionEditor.tsx'
import { SurveyAbout } from './SurveyAbout.tsx'
import { useBuilder } from './useBuilder.ts'

const gapsId = 'builder-gaps'

/** The builder of one survey: the outline beside what is selected. */
export function BuilderEditor({ stored }: { stored: StoredSurveyDraft }) {
  const { t } = useTranslation()
  const builder = useBuilder(stored)
  const { content, change } = builder
  const [selected, setSelected] = useState<Selected>({ part: 'survey' })
  const leadTo = useLeadTo()
  const [isPreviewing, setPreviewing] = useState(false)
  const latest = useLatest({ content, change })
  const gaps = surveyGapsOf(content)
  const name = content.texts[content.locales[0]!]?.name || t('studio__page__unnamed')
  useTitle(name)

  function go(gap: SurveyGap) {
    const { part, name } = gap
    if (part === 'score' || part === 'alert') setSelected({ part: 'scores' })
    else setSelected(name === null || part === 'survey' ? { part: 'survey' } : { part, name })
    leadTo(fieldId(gap))
  }
  const undo = (message: string, onUndo: (now: SurveyDraft) => SurveyDraft) =>
    showUndo({
      message,
      undoText: t('studio__outline__undo'),
      onUndo: () => latest.current.change(onUndo(latest.current.content)),
    })
  function takeField(field: SurveyDraftField) {
    const before = content
    change(removeField(content, field.name))
    if (selected.part === 'field' && selected.name === field.name) setSelected({ part: 'survey' })
    undo(t('builder__outline__field_removed'), (now) => restoreField(now, before, field))
  }
  function takeSection(key: string) {
    const before = content
    change(removeSection(content, key))
    setSelected({ part: 'survey' })
    undo(t('builder__outline__section_removed'), (now) => restoreSection(now, before, key))
  }
  function takeLanguage(locale: string) {
    const before = content
    change(removeLocale(content, locale))
    undo(t('studio__language__removed'), (now) => restoreLocale(now, before, locale))
  }
  const field = selected.part === 'field' ? fieldsOf(content).find((one) => one.name === selected.name) : undefined
  const section = selected.part === 'section' ? content.sections.find(({ key }) => key === selected.name) : undefined
  return (
    <>
      <Unsaved when={builder.saving.state !== 'saved'} />
      <EditorFrame
        name={name}
        edited={builder}
        savingTexts={{ outdated: t('builder__saving__outdated'), copy: t('builder__saving__copy') }}
        linkTo={links.surveyDraft}
        actions={
          <>
            <Button variant="default" disabled={fieldsOf(content).length === 0} onClick={() => setPreviewing(true)}>
              {t('studio__preview__open')}
            </Button>
            <PublishSurvey builder={builder} gapCount={gaps.length} onGaps={() => leadTo(gapsId)} />
          </>
        }
        side={
          <>
            <BuilderOutline
              draft={content}
              gaps={gaps}
              selected={selected}
              onSelect={setSelected}
              onRemoveField={takeField}
              onRemoveSection={takeSection}
              onChange={change}
            />
            <GapList id={gapsId} draft={content} gaps={gaps} isPublished={isPublished(builder.server)} onGo={go} />
          </>
        }
      >
        {field !== undefined ? (
          <FieldEditor
            key={field.name}
            draft={content}
            field={field}
            gaps={gaps}
            onChange={change}
            onRenamed={(name) => setSelected({ part: 'field', name })}
          />
        ) : section !== undefined ? (
          <SectionEditor key={section.key} draft={content} section={section} gaps={gaps} onChange={change} />
        ) : selected.part === 'scores' ? (
          <ScoresEditor draft={content} gaps={gaps} onChange={change} />
        ) : (
          <div className={editor.side}>
            <SurveyAbout draft={content} gaps={gaps} onChange={change} onRemoveLanguage={takeLanguage} />
            <ExportCard builder={builder} />
          </div>
        )}
      </EditorFrame>
      {isPreviewing && <BuilderPreview draft={content} onClose={() => setPreviewing(false)} />}
    </>
  )
}
