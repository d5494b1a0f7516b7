import type { ReactNode } from 'react'
import classes from './AppFrame.module.css'
import { LanguageSwitch } from './LanguageSwitch.tsx'
import { Logo } from './Logo.tsx'

/** Around pages that need no session. */
export function PlainFrame({ children }: { children: ReactNode }) {
  return (
    <div className={classes.frame}>
      <header className={classes.header}>
        <div className={classes.bar}>
          <Logo height={28} />
          <LanguageSwitch />
        </div>
      </header>
      <main className={classes.content}>{children}</main>
    </div>
  )
}
