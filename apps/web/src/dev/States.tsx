import { Button, Skeleton } from '@mantine/core'
import { ApiFailure } from '../api/http.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Loading } from '../ui/Loading.tsx'

export function Empty() {
  return (
    <>
      <EmptyState text="Todavía no hay participantes." />
      <EmptyState text="Esta sesión ya está completa.">
        <Button>Ver el resultado</Button>
      </EmptyState>
    </>
  )
}

export function Failed() {
  return (
    <>
      <ErrorState error={new ApiFailure(503, 'unavailable')} onRetry={() => {}} />
      <ErrorState error={new ApiFailure(0, 'unreachable')} onRetry={() => {}} />
      <ErrorState error={new ApiFailure(404, 'not_found')} />
    </>
  )
}

export function Waiting() {
  return (
    <>
      <Skeleton height={56} mb={12} />
      <Skeleton height={56} />
      <Loading />
    </>
  )
}
