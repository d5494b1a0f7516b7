import { hideAlert, showSuccess } from './alerts.ts'
import classes from './UndoAlert.module.css'

/** Enough time to read the links. */
const linksAutoCloseMs = 20_000

type LinkAlert = {
  message: string
  links: { to: string; text: string }[]
  /** Alerts are rendered outside the router. If absent, the browser loads the page. */
  goTo?: ((path: string) => void) | undefined
}

/** Reports what was done, with links to possible next steps. Returns the alert's id. */
export function showLinks({ message, links, goTo }: LinkAlert): string {
  const id = showSuccess(
    <span className={classes.alert}>
      {message}
      <span className={classes.links}>
        {links.map(({ to, text }) => (
          <a
            key={to}
            href={to}
            className={classes.undo}
            onClick={(event) => {
              if (goTo === undefined || event.ctrlKey || event.metaKey || event.shiftKey) return
              event.preventDefault()
              hideAlert(id)
              goTo(to)
            }}
          >
            {text}
          </a>
        ))}
      </span>
    </span>,
    linksAutoCloseMs,
  )
  return id
}
