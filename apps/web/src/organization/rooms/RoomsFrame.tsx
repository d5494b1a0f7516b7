import { useMediaQuery } from '@mantine/hooks'
import { NavLink, Outlet, useLocation } from 'react-router'
import { useAccess } from '../../api/current-user.ts'
import { Fold } from '../../ui/Fold.tsx'
import { useTranslation } from '../../ui/i18n.ts'
import { links } from '../../ui/links.ts'
import classes from './Rooms.module.css'
import { rooms } from './rooms.ts'

const wide = '(min-width: 62em)'

/** The administration: the list of its rooms beside the open one, on a narrow screen folded above it. */
export function RoomsFrame() {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const isOwner = useAccess({ role: 'owner', feature: 'admin' })
  const isWide = useMediaQuery(wide, undefined, { getInitialValueInEffect: false })
  const shown = rooms.filter(({ isForOwner }) => isOwner || !isForOwner)
  const open = shown.findLast(({ room }) => pathname.startsWith(links.rooms[room]))
  const list = (
    <ul className={classes.list}>
      {shown.map(({ room, title }) => (
        <li key={room}>
          <NavLink to={links.rooms[room]} end={room === 'people'} className={classes.room}>
            {t(title)}
          </NavLink>
        </li>
      ))}
    </ul>
  )
  return (
    <div className={classes.frame}>
      <nav className={classes.nav} aria-label={t('rooms__frame__label')}>
        {isWide ? (
          list
        ) : (
          // A new key closes the list when another room opens.
          <Fold key={pathname} title={t(open?.title ?? 'rooms__frame__label')}>
            {list}
          </Fold>
        )}
      </nav>
      <div className={classes.content}>
        <Outlet />
      </div>
    </div>
  )
}
