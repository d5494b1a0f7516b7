/** Stands between a name and what is said of it. French sets a no-break space before it. */
export const colonIn = (language: string): string => (language === 'fr' ? '\u00a0: ' : ': ')
