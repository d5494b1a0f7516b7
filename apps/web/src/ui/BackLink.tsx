import type { ReactNode } from 'react'
import { Link } from 'react-router'
import classes from './BackLink.module.css'
import { ChevronLeftIcon } from './icons.tsx'

export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className={classes.link}>
      <ChevronLeftIcon size={18} />
      {children}
    </Link>
  )
}
