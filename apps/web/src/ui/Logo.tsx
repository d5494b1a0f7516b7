import { brand, productName } from './brand.ts'
import classes from './Logo.module.css'

type LogoProps = { height?: number; inverted?: boolean }

/**
 * The wordmark as a drawing, so that it does not depend on installed fonts. A named brand shows its label beside it.
 */
export function Logo({ height = 30, inverted = false }: LogoProps) {
  return (
    <span className={classes.logo} data-inverted={inverted || undefined} role="img" aria-label={productName}>
      <svg viewBox="0 0 148 32" height={height} width={(height * 148) / 32} aria-hidden="true" fill="none">
        <g className={classes.accent} strokeWidth="3.2" strokeLinecap="round">
          <path d="M3 13.5v5M9.5 9.5v13M16 4.5v23M22.5 10v12M29 13.5v5" />
        </g>
        <g className={classes.ink} strokeWidth="3" strokeLinecap="round" strokeLinejoin="round">
          <path d="M42 24.5V6.5h10.5M42 15.5h9" />
          <circle cx="61.5" cy="18.5" r="6" />
          <path d="M74 24.5v-12M74 17.5a5 5 0 0 1 10 0v7" />
          <path d="M91 18.5h12a6 6 0 1 0-2 4.5" />
          <path d="M110 24.5v-12M110 17a4.5 4.5 0 0 1 9 0v7.5M119 17a4.5 4.5 0 0 1 9 0v7.5" />
          <circle cx="139.5" cy="18.5" r="6" />
          <path d="M145.5 12.5v12" />
        </g>
      </svg>
      {brand.label !== null && <span className={classes.label}>{brand.label}</span>}
    </span>
  )
}
