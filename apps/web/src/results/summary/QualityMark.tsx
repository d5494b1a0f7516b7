import { ItemStateMark } from '../session/ItemStateMark.tsx'
import type { Item } from '../session/session-state.ts'
import classes from './QualityMark.module.css'
import { signIcon, signOf, useSignText } from './quality-sign.tsx'

/** How good an item's recording is, by icon, word and colour; for an item without a verdict, its state. */
export function QualityMark({ item }: { item: Item }) {
  const textOf = useSignText()
  const sign = signOf(item)
  if (sign.verdict === null) return <ItemStateMark state={sign.state} />
  return (
    <span className={classes.mark} data-verdict={sign.verdict}>
      {signIcon(sign)}
      {textOf(sign)}
    </span>
  )
}
