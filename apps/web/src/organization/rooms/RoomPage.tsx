import { Skeleton } from '@mantine/core'
import { type ComponentType, type ReactNode, Suspense } from 'react'
import { useAccess } from '../../api/current-user.ts'
import { useTranslation } from '../../ui/i18n.ts'
import { StatusPage } from '../../ui/StatusPage.tsx'
import { useTitle } from '../../ui/useTitle.ts'
import classes from './Rooms.module.css'
import { type Room, rooms } from './rooms.ts'

type RoomPageProps = {
  room: Room
  /** What other domains show here. Each part loads its own data. */
  parts: readonly ComponentType[]
  /** Beside the title. */
  aside?: ReactNode
}

/** A room of the administration. */
export function RoomPage({ room, parts, aside }: RoomPageProps) {
  const { t } = useTranslation()
  const isOwner = useAccess({ role: 'owner', feature: 'admin' })
  const { title, isForOwner } = rooms.find((each) => each.room === room)!
  useTitle(t(title))
  if (isForOwner && !isOwner) return <StatusPage status={403} />
  return (
    <>
      <div className={classes.head}>
        <h1>{t(title)}</h1>
        {aside}
      </div>
      <div className={classes.parts}>
        {parts.map((Part) => (
          <Suspense key={parts.indexOf(Part)} fallback={<Skeleton height={240} radius="lg" />}>
            <Part />
          </Suspense>
        ))}
      </div>
    </>
  )
}
