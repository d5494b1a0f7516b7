type Use = { has_password: boolean; password_use: 'allowed' | 'off' | 'break_glass' }

/**
 * Whether a password opens the account. Without one (accounts that a provider made), and where the organisation turned
 * passwords off, neither a password nor a mailed link works.
 */
export const mayUsePassword = ({ has_password, password_use }: Use): boolean => has_password && password_use !== 'off'

/** The one account whose password still works. Each sign-in with it is noted. */
export const isBreakGlass = ({ password_use }: Use): boolean => password_use === 'break_glass'
