import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { queryFor, queryKeyOf } from '../api/query.ts'
import { useIdempotencyKey } from '../api/useIdempotencyKey.ts'
import { showError, showSuccess } from '../ui/alerts.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { useFailureTexts } from '../ui/failure-texts.ts'
import { useTranslation } from '../ui/i18n.ts'
import { Loading } from '../ui/Loading.tsx'
import { NormFacts } from './NormFacts.tsx'
import classes from './Populations.module.css'

/** The published norms that come with the product, each with its card, to be added. */
export function ShippedNorms({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const { ofFailure } = useFailureTexts()
  const { keyFor } = useIdempotencyKey()
  const client = useQueryClient()
  const { data, error, refetch } = useQuery(queryFor('GET /ai/populations/norms/'))
  const add = useMutation({
    mutationFn: (key: string) =>
      call('POST /ai/populations/norms/', { body: { key }, idempotencyKey: keyFor({ key }) }),
    onSuccess: async () => {
      showSuccess(t('populations__norm__added'))
      await client.invalidateQueries({ queryKey: queryKeyOf('GET /ai/populations/') })
      onClose()
    },
    onError: (failure) => showError(ofFailure(failure)),
  })
  return (
    <Dialog opened size="lg" title={t('populations__card__norms')} onClose={onClose}>
      {data === undefined ? (
        error === null ? (
          <Loading />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )
      ) : (
        data.map(({ key, name, card }) => (
          <section key={key} className={classes.rule} aria-label={name}>
            <h3 className={classes.about}>{name}</h3>
            <NormFacts card={card} />
            <div>
              <Button loading={add.isPending} onClick={() => add.mutate(key)}>
                {t('populations__norm__add')}
              </Button>
            </div>
          </section>
        ))
      )}
    </Dialog>
  )
}
