import classes from './PercentileWhisker.module.css'

type PercentileWhiskerProps = { percentile: number; low: number; high: number }

/** A percentile and its confidence interval on a line from 0 to 100, with a band from P 25 to P 75. The words stand beside it. */
export function PercentileWhisker({ percentile, low, high }: PercentileWhiskerProps) {
  return (
    <svg
      className={classes.whisker}
      viewBox="-4 0 108 12"
      preserveAspectRatio="none"
      aria-hidden="true"
      data-whisker=""
    >
      <path className={classes.scale} d="M 0 6 H 100" />
      <path className={classes.band} d="M 25 6 H 75" />
      <path className={classes.interval} d={`M ${low} 6 H ${high} M ${low} 2 V 10 M ${high} 2 V 10`} />
      <path className={classes.point} d={`M ${percentile} 6 h 0`} />
    </svg>
  )
}
