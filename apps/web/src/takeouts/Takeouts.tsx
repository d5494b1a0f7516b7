import { useQuery } from '@tanstack/react-query'
import { useUser } from '../api/current-user.ts'
import { dayIn } from '../ui/dates.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { useTranslation } from '../ui/i18n.ts'
import { Loading } from '../ui/Loading.tsx'
import { kindOf, lists, type Scope } from './lists.ts'
import { TakeoutForm } from './TakeoutForm.tsx'
import { TakeoutList } from './TakeoutList.tsx'
import classes from './Takeouts.module.css'

const pendingMs = 30_000

/** The ordered takeouts with their progress, and the form to order one. */
export function Takeouts({ scope }: { scope: Scope }) {
  const { t } = useTranslation()
  const { organization } = useUser()
  const { data, error, refetch } = useQuery({
    ...lists[scope].query,
    refetchInterval: ({ state }) => (state.data?.some(({ status }) => status === 'pending') ? pendingMs : false),
  })
  if (data === undefined)
    return error === null ? <Loading /> : <ErrorState error={error} onRetry={() => void refetch()} />
  const dayOf = (time: Date) => dayIn(organization.time_zone, time)
  const today = dayOf(new Date())
  const ofToday = data.filter(
    ({ created_at, participant }) => participant === null && dayOf(new Date(created_at)) === today,
  )
  const doneToday = new Set(ofToday.map(kindOf))
  return (
    <>
      <p className={classes.about}>{t(`takeouts__about__${scope}`)}</p>
      <TakeoutForm scope={scope} doneToday={doneToday} />
      <TakeoutList scope={scope} takeouts={data} />
    </>
  )
}
