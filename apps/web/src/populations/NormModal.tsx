import type { NormCard, Population } from '@fonema/contract'
import { Button, Checkbox } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { queryKeyOf } from '../api/query.ts'
import { showError, showSuccess } from '../ui/alerts.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { DialogButtons } from '../ui/DialogButtons.tsx'
import { useFailureTexts } from '../ui/failure-texts.ts'
import { currentLanguage, useTranslation } from '../ui/i18n.ts'
import { Unsaved } from '../ui/Unsaved.tsx'
import { definitionsIn } from './definitions.ts'
import { NormFacts } from './NormFacts.tsx'
import classes from './Populations.module.css'
import { useMeasureName } from './useMeasureName.ts'

type NormModalProps = { population: Population & { card: NormCard }; onClose: () => void }

/** A published norm's card. Each measure is compared only after somebody confirmed that its definition agrees. */
export function NormModal({ population: { id, name, card, confirmed }, onClose }: NormModalProps) {
  const { t } = useTranslation()
  const { ofFailure } = useFailureTexts()
  const client = useQueryClient()
  const language = currentLanguage()
  const nameOf = useMeasureName()
  const [chosen, setChosen] = useState<readonly string[]>(confirmed)
  const definitions = useQuery({
    queryKey: ['definitions', language],
    queryFn: () => definitionsIn(language),
    staleTime: Number.POSITIVE_INFINITY,
  }).data
  const store = useMutation({
    mutationFn: () =>
      call('PATCH /ai/populations/{population_id}/', {
        params: { population_id: id },
        body: { confirmed: [...chosen] },
      }),
    onSuccess: async () => {
      showSuccess(t('populations__norm__stored'))
      await client.invalidateQueries({ queryKey: queryKeyOf('GET /ai/populations/') })
      onClose()
    },
    onError: (failure) => showError(ofFailure(failure)),
  })
  return (
    <Dialog opened size="xl" title={name} closeOnClickOutside={false} onClose={onClose}>
      <form
        className={classes.rule}
        onSubmit={(event) => {
          event.preventDefault()
          store.mutate()
        }}
      >
        <Unsaved when={chosen.length !== confirmed.length || chosen.some((measure) => !confirmed.includes(measure))} />
        <NormFacts card={card} />
        <p className={classes.about}>{t('populations__norm__confirm')}</p>
        {card.measures.map(({ measure, tasks }) => (
          <div key={measure}>
            <Checkbox
              label={nameOf(measure)}
              description={definitions?.get(measure.split('/')[1] ?? '')}
              checked={chosen.includes(measure)}
              onChange={({ currentTarget: { checked } }) =>
                setChosen(checked ? [...chosen, measure] : chosen.filter((other) => other !== measure))
              }
            />
            <ul className={classes.tasks}>
              {tasks.map(({ language, item, title, task }) => (
                <li key={`${language} ${item}`}>{t('populations__norm__task', { title, language, task })}</li>
              ))}
            </ul>
          </div>
        ))}
        <DialogButtons>
          <Button type="submit" loading={store.isPending}>
            {t('populations__norm__store')}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}
