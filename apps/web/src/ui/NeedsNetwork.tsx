import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { onServerReturn } from '../api/server-return.ts'
import classes from './states.module.css'

type NeedsNetworkProps = {
  text: string
  /** Loads what is missing. Called when the server answers again. */
  onReturn: () => void
  /** What can be done meanwhile. */
  children?: ReactNode
}

/** Shown instead of data that only the server has, while it is away. It is no error, and ends by itself. */
export function NeedsNetwork({ text, onReturn, children }: NeedsNetworkProps) {
  const load = useEffectEvent(onReturn)
  useEffect(() => onServerReturn(() => load()), [])
  return (
    <div className={`${classes.message} ${classes.quiet}`} role="status">
      <p>{text}</p>
      {children}
    </div>
  )
}
