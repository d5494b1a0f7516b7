// Imports no schema: the web loads this file alone.

/** Whether a text has the form of an e-mail address. */
export const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)
