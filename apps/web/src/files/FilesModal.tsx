import type { Participant, ParticipantFile } from '@fonema/contract'
import { foldedIncludes } from '@fonema/contract/fold-text'
import { ActionIcon, Button, TextInput, VisuallyHidden } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { useAccess } from '../api/current-user.ts'
import { queryFor } from '../api/query.ts'
import { showError, showSuccess } from '../ui/alerts.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { DialogButtons } from '../ui/DialogButtons.tsx'
import { formatApiDate } from '../ui/dates.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { useFailureTexts } from '../ui/failure-texts.ts'
import { fileSize } from '../ui/file-size.ts'
import { currentLanguage, useTranslation } from '../ui/i18n.ts'
import { DownloadIcon, SearchIcon, TrashIcon } from '../ui/icons.tsx'
import { Loading } from '../ui/Loading.tsx'
import { Pager } from '../ui/Pager.tsx'
import { pagingOf } from '../ui/paging.ts'
import table from '../ui/table.module.css'
import classes from './Files.module.css'
import { UploadArea } from './UploadArea.tsx'

const pageSize = 6

type FilesModalProps = { participant: Pick<Participant, 'id' | 'code' | 'active'>; onClose: () => void }

/** A participant's files: add, find by name, download and delete. */
export function FilesModal({ participant, onClose }: FilesModalProps) {
  const { t } = useTranslation()
  const { ofFailure } = useFailureTexts()
  const client = useQueryClient()
  const mayEdit = useAccess({ feature: 'editFiles' }) && participant.active
  const params = { participant_id: participant.id }
  const files = queryFor('GET /files/{participant_id}/', { params })
  const { data, error, refetch } = useQuery(files)
  const [wanted, setWanted] = useState('')
  const [page, setPage] = useState(1)
  const [deleting, setDeleting] = useState<ParticipantFile | null>(null)

  const download = useMutation({
    mutationFn: (file: ParticipantFile) =>
      call('GET /files/{participant_id}/{file_id}/presigned_url/', { params: { ...params, file_id: file.id } }),
    onSuccess: ({ url }) => location.assign(url),
    onError: (failure) => showError(ofFailure(failure)),
  })
  const remove = useMutation({
    mutationFn: (file: ParticipantFile) =>
      call('DELETE /files/{participant_id}/{file_id}/', { params: { ...params, file_id: file.id } }),
    onSuccess: (_, file) => {
      client.setQueryData(files.queryKey, (all) => all?.filter(({ id }) => id !== file.id))
      showSuccess(t('files__delete__done', { name: file.filename }))
      setDeleting(null)
    },
    onError: (failure) => {
      showError(ofFailure(failure))
      setDeleting(null)
    },
  })

  const found = data?.filter(({ filename }) => foldedIncludes(filename, wanted))
  const paging = pagingOf(page, found?.length ?? 0, pageSize)
  const first = (paging.page - 1) * pageSize
  return (
    <>
      <Dialog opened size="lg" title={t('files__modal__title', { code: participant.code })} onClose={onClose}>
        {mayEdit && (
          <UploadArea
            participantId={participant.id}
            onAdded={(file) => client.setQueryData(files.queryKey, (all) => all && [file, ...all])}
          />
        )}
        {data === undefined || found === undefined ? (
          error === null ? (
            <Loading />
          ) : (
            <ErrorState error={error} onRetry={() => void refetch()} />
          )
        ) : (
          <>
            {data.length > 0 && (
              <TextInput
                type="search"
                mb="xs"
                aria-label={t('files__list__filter')}
                placeholder={t('files__list__filter')}
                leftSection={<SearchIcon size={18} />}
                value={wanted}
                onChange={(event) => {
                  setWanted(event.currentTarget.value)
                  setPage(1)
                }}
              />
            )}
            {found.length === 0 ? (
              <EmptyState text={t(data.length === 0 ? 'files__list__empty' : 'files__list__nothing_found')} />
            ) : (
              <table className={table.table}>
                <thead>
                  <tr>
                    <th scope="col" className={table.wide}>
                      {t('files__list__date')}
                    </th>
                    <th scope="col">{t('files__list__name')}</th>
                    <th scope="col">
                      <VisuallyHidden component="span">{t('files__list__actions')}</VisuallyHidden>
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {found.slice(first, first + pageSize).map((file) => (
                    <tr key={file.id}>
                      <td className={`${table.wide} ${table.number}`}>
                        {formatApiDate(file.date_created, currentLanguage())}
                      </td>
                      <td className={classes.filename}>
                        {file.filename}
                        <span className={classes.size}>{fileSize(file.size, currentLanguage())}</span>
                        <span className={table.second}>{formatApiDate(file.date_created, currentLanguage())}</span>
                      </td>
                      <td className={table.action}>
                        <ActionIcon
                          color="gray"
                          aria-label={t('files__list__download', { name: file.filename })}
                          onClick={() => download.mutate(file)}
                        >
                          <DownloadIcon />
                        </ActionIcon>
                        {mayEdit && (
                          <ActionIcon
                            color="gray"
                            aria-label={t('files__list__delete', { name: file.filename })}
                            onClick={() => setDeleting(file)}
                          >
                            <TrashIcon />
                          </ActionIcon>
                        )}
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            )}
            <Pager paging={paging} label={t('files__list__pages')} onPage={setPage} />
          </>
        )}
      </Dialog>
      <Dialog opened={deleting !== null} title={t('files__delete__title')} onClose={() => setDeleting(null)}>
        <p className={classes.text}>{t('files__delete__text', { name: deleting?.filename ?? '' })}</p>
        <DialogButtons cancel={{ text: t('files__delete__cancel'), onClick: () => setDeleting(null), isFocused: true }}>
          <Button color="red" loading={remove.isPending} onClick={() => deleting !== null && remove.mutate(deleting)}>
            {t('files__delete__confirm')}
          </Button>
        </DialogButtons>
      </Dialog>
    </>
  )
}
