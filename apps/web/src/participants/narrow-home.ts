/** Where home has no column for the form: it would come after the list. */
export const narrowHome = '(max-width: 68em)'
