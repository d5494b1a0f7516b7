import type { ItemKind, ProtocolFilePlace, ProtocolImportPreview, StoredProtocolDraft } from '@fonema/contract'
import { Alert, Button, NativeSelect } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { call } from '../../api/call.ts'
import { ApiFailure } from '../../api/http.ts'
import { queryFor, queryKeyOf } from '../../api/query.ts'
import { useIdempotencyKey } from '../../api/useIdempotencyKey.ts'
import { showSuccess } from '../../ui/alerts.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { DialogButtons } from '../../ui/DialogButtons.tsx'
import { useFailureTexts } from '../../ui/failure-texts.ts'
import { currentLanguage, useTranslation } from '../../ui/i18n.ts'
import { Loading } from '../../ui/Loading.tsx'
import { links } from '../../ui/links.ts'
import { localeName } from '../../ui/locale-name.ts'
import { Unsaved } from '../../ui/Unsaved.tsx'
import { DropZone } from './DropZone.tsx'
import { FileProblems } from './FileLists.tsx'
import { FoundProtocol, type Kinds } from './FoundProtocol.tsx'
import classes from './Import.module.css'

type Chosen = { file: File; locale: string }

/** Starts a protocol from a file: a preview that stores nothing, then the draft. */
export function ImportProtocol({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { keyFor } = useIdempotencyKey()
  const locales = useQuery({ ...queryFor('GET /cms/locales/'), staleTime: Number.POSITIVE_INFINITY }).data ?? []
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [changed, setChanged] = useState<Kinds>({})
  const look = useMutation({
    mutationFn: async ({ file, locale }: Chosen) =>
      // The other answer type belongs to a finished import.
      (await call('POST /protocol_drafts/import/', {
        body: formOf(file, locale),
        query: { preview: 'true' },
      })) as ProtocolImportPreview,
  })
  const keep = useMutation({
    mutationFn: async ({ file, locale, kinds }: Chosen & { kinds: Kinds }) =>
      (await call('POST /protocol_drafts/import/', {
        body: formOf(file, locale, kinds),
        idempotencyKey: keyFor({ name: file.name, size: file.size, at: file.lastModified, locale, kinds }),
      })) as StoredProtocolDraft,
    onSuccess: async ({ id }) => {
      showSuccess(t('protocol_import__confirm__done'))
      await client.invalidateQueries({ queryKey: queryKeyOf('GET /protocol_drafts/') })
      await navigate(links.protocolDraft(id))
    },
  })
  function choose(next: Chosen) {
    setChosen(next)
    keep.reset()
    look.mutate(next)
  }
  const found = chosen === null ? undefined : look.data
  const kinds = { ...(found === undefined ? {} : proposedKinds(found)), ...changed }
  const hasGuesses = Object.keys(kinds).length > 0
  const error = keep.error ?? look.error
  return (
    <Dialog opened size="xl" title={t('protocol_import__dialog__title')} closeOnClickOutside={false} onClose={onClose}>
      <Unsaved when={Object.keys(changed).length > 0 && !keep.isPending && !keep.isSuccess} />
      {found === undefined && <p className={classes.text}>{t('protocol_import__dialog__about')}</p>}
      <DropZone
        hasFile={chosen !== null}
        isBusy={look.isPending || keep.isPending}
        onFile={(file) => {
          setChanged({})
          choose({ file, locale: '' })
        }}
      />
      <div aria-live="polite">
        {look.isPending && (
          <>
            <Loading />
            <p className={classes.text}>{t('protocol_import__drop__checking', { name: chosen?.file.name ?? '' })}</p>
          </>
        )}
        {error !== null && <Refused error={error} />}
        {chosen !== null && found !== undefined && !look.isPending && (
          <>
            {!found.says_language && (
              <NativeSelect
                mb="md"
                label={t('protocol_import__language__label')}
                description={t('protocol_import__language__hint')}
                value={chosen.locale || found.locales[0]?.id}
                data={locales.map(({ id, code }) => ({ value: id, label: localeName(code, currentLanguage()) }))}
                onChange={({ currentTarget }) => choose({ ...chosen, locale: currentTarget.value })}
              />
            )}
            <FoundProtocol
              preview={found}
              kinds={kinds}
              onKind={(key, kind) => setChanged((before) => ({ ...before, [key]: kind }))}
            />
          </>
        )}
      </div>
      {chosen !== null && found !== undefined && !look.isPending && (
        <DialogButtons cancel={{ text: t('studio__action__cancel'), onClick: onClose }}>
          <Button loading={keep.isPending} onClick={() => keep.mutate({ ...chosen, kinds })}>
            {t(hasGuesses ? 'protocol_import__confirm__kinds' : 'protocol_import__confirm__start')}
          </Button>
        </DialogButtons>
      )}
    </Dialog>
  )
}

function formOf(file: File, locale: string, kinds: Kinds = {}): FormData {
  const form = new FormData()
  if (locale !== '') form.set('locale', locale)
  if (Object.keys(kinds).length > 0) form.set('kinds', JSON.stringify(kinds))
  form.set('file', file)
  return form
}

const proposedKinds = ({ items }: ProtocolImportPreview): Record<string, ItemKind> =>
  Object.fromEntries(items.filter(({ guess }) => guess !== null).map(({ key, category }) => [key, category]))

function Refused({ error }: { error: Error }) {
  const { ofFailure } = useFailureTexts()
  if (!(error instanceof ApiFailure) || error.code !== 'protocol_file_refused')
    return <Alert color="red">{ofFailure(error)}</Alert>
  // The contract's answer to this code.
  const { problems, problem_count } = error.members as { problems: ProtocolFilePlace[]; problem_count: number }
  return <FileProblems problems={problems} count={problem_count} />
}
