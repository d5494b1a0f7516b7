import type { DraftAudio, DraftImage, DraftVideo, ProtocolMedium } from '@fonema/contract'
import { mediaBytes } from '@fonema/contract/protocol-limits'
import { Button, FileButton, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { ApiFailure } from '../api/http.ts'
import { randomId } from '../api/random-id.ts'
import classes from '../ui/editor.module.css'
import { useFailureTexts } from '../ui/failure-texts.ts'
import { useTranslation } from '../ui/i18n.ts'
import { TrashIcon, UploadIcon } from '../ui/icons.tsx'
import { prepareImage } from './prepare-image.ts'

type Medium = DraftImage | DraftAudio | DraftVideo
type Kind = 'image' | 'audio' | 'video'

type MediumFieldProps = {
  kind: Kind
  lang: string
  idOf: (field: string) => string
  errorOf: (field: string) => string | undefined
  medium: Medium | null
  addressOf: (file: string) => string | undefined
  onUploaded: (medium: ProtocolMedium) => void
  onChange: (medium: Medium | null) => void
  /** Absent when there is no other language. */
  onUseEverywhere: (() => void) | undefined
}

const accepted: Readonly<Record<Kind | 'subtitles', string>> = {
  image: 'image/png,image/jpeg,image/webp',
  audio: 'audio/*',
  video: 'video/*',
  subtitles: '.vtt,text/vtt',
}

function useUpload(onUploaded: (medium: ProtocolMedium) => void) {
  return useMutation({
    mutationFn: async ({ kind, file }: { kind: Kind | 'subtitles'; file: File }) => {
      const body = new FormData()
      body.append('kind', kind)
      body.append('file', kind === 'image' ? await prepareImage(file) : file)
      return call('POST /protocol_media/', { body, idempotencyKey: randomId() })
    },
    onSuccess: onUploaded,
  })
}

/** Why a file was refused, in words about stimuli. */
function useRefusal() {
  const { t } = useTranslation()
  const { ofFailure } = useFailureTexts()
  return (failure: Error, kind: Kind) => {
    if (!(failure instanceof ApiFailure)) return ofFailure(failure)
    if (failure.code === 'file_too_large') return t('studio__upload__too_large', { size: mediaBytes[kind] / 1e6 })
    if (failure.code === 'file_type_not_allowed') return t(`studio__upload__wrong_${kind}`)
    const [code] = failure.fields.file ?? []
    if (code === 'no_audio') return t('studio__upload__silent')
    if (code === 'too_long') return t('studio__upload__too_long')
    return code === undefined ? ofFailure(failure) : t('studio__upload__unreadable')
  }
}

/** A picture, sound or video of an item in one language: upload, licence, source and words about it. */
export function MediumField(props: MediumFieldProps) {
  const { kind, lang, idOf, errorOf, medium, addressOf, onUploaded, onChange, onUseEverywhere } = props
  const { t } = useTranslation()
  const refusal = useRefusal()
  const upload = useUpload((stored) => {
    onUploaded(stored)
    if (stored.kind === 'subtitles') {
      if (medium !== null && 'subtitles' in medium) onChange({ ...medium, subtitles: stored.id })
      return
    }
    const terms = { file: stored.id, licence: medium?.licence ?? '', source: medium?.source ?? '' }
    const alt = medium !== null && 'alt' in medium ? medium.alt : ''
    if (kind === 'image') onChange({ ...terms, alt })
    else onChange(kind === 'audio' ? terms : { ...terms, alt, subtitles: null })
  })
  const address = medium === null ? undefined : addressOf(medium.file)
  const text = (field: 'licence' | 'source' | 'alt', value: string) => (
    <TextInput
      id={idOf(`${kind}.${field}`)}
      lang={field === 'alt' ? lang : undefined}
      label={t(`studio__medium__${field}`)}
      value={value}
      error={errorOf(`${kind}.${field}`)}
      onChange={({ currentTarget }) => medium !== null && onChange({ ...medium, [field]: currentTarget.value })}
    />
  )
  return (
    <fieldset className={classes.medium}>
      <legend>{t(`studio__medium__${kind}`)}</legend>
      {address !== undefined && medium !== null && (
        <>
          {kind === 'image' && <img className={classes.thumb} src={address} alt={'alt' in medium ? medium.alt : ''} />}
          {/* biome-ignore lint/a11y/useMediaCaption: a sound to be repeated has its words in the reference text. */}
          {kind === 'audio' && <audio className={classes.player} src={address} controls preload="metadata" />}
          {/* biome-ignore lint/a11y/useMediaCaption: the editor adds the subtitles here. */}
          {kind === 'video' && <video className={classes.thumb} src={address} controls preload="metadata" />}
        </>
      )}
      <div className={classes.row}>
        <FileButton accept={accepted[kind]} onChange={(file) => file !== null && upload.mutate({ kind, file })}>
          {(button) => (
            <Button
              {...button}
              id={idOf(kind)}
              size="sm"
              variant="default"
              leftSection={<UploadIcon />}
              loading={upload.isPending}
            >
              {t(medium === null ? `studio__medium__add_${kind}` : 'studio__medium__replace')}
            </Button>
          )}
        </FileButton>
        {medium !== null && (
          <Button size="sm" variant="subtle" leftSection={<TrashIcon />} onClick={() => onChange(null)}>
            {t('studio__medium__remove')}
          </Button>
        )}
        {medium !== null && onUseEverywhere !== undefined && (
          <Button size="sm" variant="subtle" onClick={onUseEverywhere}>
            {t('studio__medium__everywhere')}
          </Button>
        )}
      </div>
      {upload.error !== null && (
        <p role="alert" className={classes.error}>
          {refusal(upload.error, kind)}
        </p>
      )}
      {errorOf(kind) !== undefined && <p className={classes.error}>{errorOf(kind)}</p>}
      {medium !== null && (
        <>
          {'alt' in medium && text('alt', medium.alt)}
          {text('licence', medium.licence)}
          {text('source', medium.source)}
          {'subtitles' in medium && (
            <div className={classes.row}>
              <FileButton
                accept={accepted.subtitles}
                onChange={(file) => file !== null && upload.mutate({ kind: 'subtitles', file })}
              >
                {(button) => (
                  <Button {...button} size="sm" variant="default">
                    {t(
                      medium.subtitles === null ? 'studio__medium__add_subtitles' : 'studio__medium__replace_subtitles',
                    )}
                  </Button>
                )}
              </FileButton>
              {medium.subtitles !== null && (
                <Button size="sm" variant="subtle" onClick={() => onChange({ ...medium, subtitles: null })}>
                  {t('studio__medium__remove_subtitles')}
                </Button>
              )}
            </div>
          )}
        </>
      )}
    </fieldset>
  )
}
