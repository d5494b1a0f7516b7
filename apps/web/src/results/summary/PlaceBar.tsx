import classes from './PlaceBar.module.css'

type PlaceBarProps = { place: { percentile: number; low: number; high: number }; sign: string }

/** A percentile with its interval, on a line from 0 to 100 with the middle half as a band. The words stand beside it. */
export function PlaceBar({ place: { percentile, low, high }, sign }: PlaceBarProps) {
  return (
    <svg className={classes.bar} viewBox="0 0 100 20" preserveAspectRatio="none" aria-hidden="true" data-sign={sign}>
      <path className={classes.line} d="M 0 10 H 100" />
      <rect className={classes.band} x="25" y="5" width="50" height="10" />
      <path className={classes.interval} d={`M ${low} 10 H ${high} M ${low} 6 V 14 M ${high} 6 V 14`} />
      <path className={classes.point} d={`M ${percentile} 10 h 0`} />
    </svg>
  )
}
