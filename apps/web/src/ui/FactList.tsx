import classes from './FactList.module.css'

/** Read-only values, each below its name; a dash for a missing value. */
export function FactList({ facts }: { facts: readonly (readonly [name: string, value: string | null])[] }) {
  return (
    <dl className={classes.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value ?? '—'}</dd>
        </div>
      ))}
    </dl>
  )
}
