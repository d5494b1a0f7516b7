import classes from './FactList.module.css'

/** Values to be read, each below its name; a dash where there is none. */
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
