/** The longest text that an organisation writes itself. */
export const ownTextLength = 20_000
