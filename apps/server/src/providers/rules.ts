import type { ProviderRule } from '@fonema/contract'
import type { Claims } from './client.ts'

/**
 * The first rule that fits the claims; undefined if none does. A claim fits with its whole value, or with one of its
 * values if it is a list. Upper and lower case count, because groups of directories may differ only in them.
 */
export const ruleFor = (claims: Claims, rules: readonly ProviderRule[]): ProviderRule | undefined =>
  rules.find(({ claim, value }) => valuesOf(claimAt(claims, claim)).includes(value))

/** A claim by its name, or by a path: Keycloak has roles in `realm_access.roles`. */
function claimAt(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name]
  let found: unknown = claims
  for (const part of name.split('.')) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, part)) return undefined
    found = (found as Record<string, unknown>)[part]
  }
  return found
}

const valuesOf = (claim: unknown): string[] =>
  [claim].flat().flatMap((one) => (['string', 'number', 'boolean'].includes(typeof one) ? [String(one)] : []))

type FactorSettings = { trusts_factor: boolean; factor_acr: string | null }

/**
 * Whether the provider's sign-in counts as two factors. Only if the organisation says so, and the provider does for this
 * sign-in: `mfa` in `amr` (RFC 8176), or the `acr` that the organisation named.
 */
export function provesFactor({ amr, acr }: Claims, { trusts_factor, factor_acr }: FactorSettings): boolean {
  if (!trusts_factor) return false
  return (Array.isArray(amr) && amr.includes('mfa')) || (factor_acr !== null && acr === factor_acr)
}
