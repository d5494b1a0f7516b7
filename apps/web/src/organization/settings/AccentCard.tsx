import { accentContrast, leastContrast } from '@fonema/contract/accent'
import { Button, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '../../api/call.ts'
import { queryFor } from '../../api/query.ts'
import { showSuccess } from '../../ui/alerts.ts'
import { ButtonRow } from '../../ui/ButtonRow.tsx'
import { brand } from '../../ui/brand.ts'
import { Card } from '../../ui/Card.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { useFailureTexts } from '../../ui/failure-texts.ts'
import { fieldErrorsOf } from '../../ui/form-failure.ts'
import { currentLanguage, useTranslation } from '../../ui/i18n.ts'
import { Loading } from '../../ui/Loading.tsx'
import { Unsaved } from '../../ui/Unsaved.tsx'
import classes from './Settings.module.css'

/** The colour of buttons and links. */
export function AccentCard() {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(queryFor('GET /organizations/'))
  return (
    <Card title={t('look__accent__title')}>
      <p className={classes.text}>{t('look__accent__about')}</p>
      {data !== undefined ? (
        <AccentForm key={data.accent} stored={data.accent} />
      ) : error === null ? (
        <Loading />
      ) : (
        <ErrorState error={error} onRetry={() => void refetch()} />
      )}
    </Card>
  )
}

const standard = brand.accent[8]

function AccentForm({ stored }: { stored: string | null }) {
  const { t } = useTranslation()
  const texts = useFailureTexts()
  const client = useQueryClient()
  const [colour, setColour] = useState(stored ?? standard)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const isDirty = colour !== (stored ?? standard)
  const contrast = accentContrast(colour)
  const isLegible = contrast >= leastContrast
  // Rounded down, so that a colour that is refused never seems to be enough.
  const shown = (Math.floor(contrast * 10) / 10).toLocaleString(currentLanguage())
  const save = useMutation({
    mutationFn: (accent: string | null) => call('PATCH /organizations/', { body: { accent } }),
    onSuccess: async (changed) => {
      showSuccess(t('look__accent__saved'))
      client.setQueryData(queryFor('GET /organizations/').queryKey, changed)
      // Every page is drawn in it.
      await client.invalidateQueries({ queryKey: queryFor('GET /user/user_info/').queryKey })
    },
    onError: (error) => setErrors(fieldErrorsOf(error, ['accent'], texts)),
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    if (!isDirty || !isLegible || save.isPending) return
    setErrors({})
    save.mutate(colour)
  }
  return (
    <form className={classes.form} noValidate onSubmit={submit}>
      <Unsaved when={isDirty} />
      <TextInput
        type="color"
        name="accent"
        label={t('look__accent__label')}
        description={t('look__accent__contrast', { contrast: shown })}
        value={colour}
        error={errors.accent ?? (isLegible ? undefined : texts.ofFieldCode('low_contrast'))}
        onChange={(event) => setColour(event.currentTarget.value)}
      />
      <div className={classes.sample}>
        <span style={{ background: colour }}>{t('look__accent__button')}</span>
        <span style={{ color: colour }}>{t('look__accent__link')}</span>
      </div>
      <ButtonRow>
        <Button type="submit" disabled={!isDirty || !isLegible} loading={save.isPending}>
          {t('look__accent__save')}
        </Button>
        {stored !== null && (
          <Button variant="default" disabled={save.isPending} onClick={() => save.mutate(null)}>
            {t('look__accent__reset')}
          </Button>
        )}
      </ButtonRow>
    </form>
  )
}
