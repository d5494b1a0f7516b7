import type { ReactNode } from 'react'
import classes from './ButtonRow.module.css'

/** Buttons below what they act on, the main one first. The answers of a dialog are `DialogButtons`. */
export const ButtonRow = ({ children }: { children: ReactNode }) => <div className={classes.row}>{children}</div>
