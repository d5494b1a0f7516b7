import { type ReactNode, useId } from 'react'
import classes from './Card.module.css'

type CardProps = { title: ReactNode; aside?: ReactNode; isDense?: boolean; children: ReactNode }

/** A titled section of a page. */
export function Card({ title, aside, isDense = false, children }: CardProps) {
  const id = useId()
  return (
    <section className={classes.card} aria-labelledby={id} data-dense={isDense || undefined}>
      <div className={classes.head}>
        <h2 id={id}>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  )
}
