import type { DraftItem, ProtocolMedium, StoredProtocolDraft } from '@fonema/contract'
import { gapsOf, type ProtocolGap } from '@fonema/contract/protocol-gaps'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { EditorFrame, useLeadTo } from '../ui/EditorFrame.tsx'
import { useTranslation } from '../ui/i18n.ts'
import { links } from '../ui/links.ts'
import { isPublished } from '../ui/PublishDraft.tsx'
import { showUndo } from '../ui/UndoAlert.tsx'
import { Unsaved } from '../ui/Unsaved.tsx'
import { useLatest } from '../ui/useLatest.ts'
import { useTitle } from '../ui/useTitle.ts'
import { itemsOf, removeItem, restoreItem, restoreLocale } from './edit.ts'
import { GapList } from './GapList.tsx'
import { fieldId } from './gaps.ts'
import { ItemEditor } from './ItemEditor.tsx'
import { ExportButtons } from './import/ExportButtons.tsx'
import { Outline } from './Outline.tsx'
import { Preview, type PreviewParts } from './Preview.tsx'
import { ProtocolFields } from './ProtocolFields.tsx'
import { PublishButtons } from './PublishButtons.tsx'
import { useStudio } from './useStudio.ts'

const gapsId = 'studio-gaps'

/** The studio of one protocol: the outline beside what is selected. */
export function Editor({ stored, parts }: { stored: StoredProtocolDraft; parts: PreviewParts }) {
  const { t } = useTranslation()
  const studio = useStudio(stored)
  const { content, server, change } = studio
  const [selected, setSelected] = useState<string | null>(null)
  const leadTo = useLeadTo()
  const [uploaded, setUploaded] = useState<readonly ProtocolMedium[]>([])
  const [isPreviewing, setPreviewing] = useState(false)
  const latest = useLatest({ content, change })
  const gaps = gapsOf(content)
  const item = itemsOf(content).find(({ key }) => key === selected)
  const name = content.texts[content.locales[0]!]?.name || t('studio__page__unnamed')
  useTitle(name)
  const addressOf = (file: string) =>
    [...uploaded, ...server.media].find(({ id }) => id === file)?.url ??
    server.shipped_media.find((shipped) => shipped.file === file)?.url

  function go(gap: ProtocolGap) {
    setSelected(gap.item)
    leadTo(fieldId(gap))
  }
  function remove(removed: DraftItem) {
    const before = content
    change(removeItem(content, removed.key))
    if (selected === removed.key) setSelected(null)
    showUndo({
      message: t('studio__outline__removed'),
      undoText: t('studio__outline__undo'),
      onUndo: () => latest.current.change(restoreItem(latest.current.content, before, removed)),
    })
  }
  function changeProtocol(next: typeof content) {
    const gone = content.locales.find((locale) => !next.locales.includes(locale))
    const before = content
    change(next)
    if (gone !== undefined)
      showUndo({
        message: t('studio__language__removed'),
        undoText: t('studio__outline__undo'),
        onUndo: () => latest.current.change(restoreLocale(latest.current.content, before, gone)),
      })
  }
  return (
    <>
      <Unsaved when={studio.saving.state !== 'saved'} />
      <EditorFrame
        name={name}
        edited={studio}
        savingTexts={{ outdated: t('studio__saving__outdated'), copy: t('studio__saving__copy') }}
        linkTo={links.protocolDraft}
        actions={
          <>
            <Button variant="default" disabled={itemsOf(content).length === 0} onClick={() => setPreviewing(true)}>
              {t('studio__preview__open')}
            </Button>
            <ExportButtons studio={studio} />
            <PublishButtons studio={studio} gaps={gaps} onGaps={() => leadTo(gapsId)} />
          </>
        }
        side={
          <>
            <Outline
              draft={content}
              gaps={gaps}
              selected={item === undefined ? null : selected}
              onSelect={setSelected}
              onRemove={remove}
              onChange={change}
            />
            <GapList id={gapsId} draft={content} gaps={gaps} isPublished={isPublished(server)} onGo={go} />
          </>
        }
      >
        {item === undefined ? (
          <ProtocolFields draft={content} gaps={gaps} onChange={changeProtocol} />
        ) : (
          <ItemEditor
            key={item.key}
            draft={content}
            item={item}
            gaps={gaps}
            addressOf={addressOf}
            onUploaded={(medium) => setUploaded((before) => [...before, medium])}
            onChange={change}
          />
        )}
      </EditorFrame>
      {isPreviewing && (
        <Preview draft={content} addressOf={addressOf} parts={parts} onClose={() => setPreviewing(false)} />
      )}
    </>
  )
}
