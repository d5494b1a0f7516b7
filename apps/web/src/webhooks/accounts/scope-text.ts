import type { Scope } from '@fonema/contract'

/** The names of scopes contain a colon, and keys of texts do not. */
export const scopeText = (scope: Scope) => `webhooks__scope__${scope.replace(':', '_') as Underscored<Scope>}` as const
type Underscored<T extends string> = T extends `${infer A}:${infer B}` ? `${A}_${B}` : T
