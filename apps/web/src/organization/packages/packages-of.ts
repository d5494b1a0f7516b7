import type { Package } from '@fonema/contract'

export type Assigned = { surveys: readonly string[]; protocols: readonly string[] }

/** How much of a package somebody has. Nobody has an empty one. */
export function shareOf({ surveys, protocols }: Package, assigned: Assigned): 'none' | 'some' | 'all' {
  const has = [
    ...surveys.map((id) => assigned.surveys.includes(id)),
    ...protocols.map((id) => assigned.protocols.includes(id)),
  ]
  if (has.length > 0 && has.every(Boolean)) return 'all'
  return has.some(Boolean) ? 'some' : 'none'
}

export const addPackage = ({ surveys, protocols }: Package, assigned: Assigned) => ({
  surveys: [...new Set([...assigned.surveys, ...surveys])],
  protocols: [...new Set([...assigned.protocols, ...protocols])],
})

/** What another complete package has as well stays. */
export function removePackage(removed: Package, assigned: Assigned, packages: readonly Package[]) {
  const kept = packages.filter((other) => other.id !== removed.id && shareOf(other, assigned) === 'all')
  const stays = (list: 'surveys' | 'protocols', id: string) =>
    !(removed[list] as readonly string[]).includes(id) ||
    kept.some((other) => (other[list] as readonly string[]).includes(id))
  return {
    surveys: assigned.surveys.filter((id) => stays('surveys', id)),
    protocols: assigned.protocols.filter((id) => stays('protocols', id)),
  }
}

type Offered = { id: string; name: string; locale: { lang: { code: string } } }
type Offer = { available_surveys: readonly Offered[]; available_protocols: readonly Offered[] }

/** What a new examiner gets: the default package of the language, or everything in it, or everything. */
export function startOf(language: string, packages: readonly Package[], offer: Offer): Assigned {
  const chosen = packages.find(({ default_language }) => default_language === language)
  if (chosen !== undefined) return { surveys: chosen.surveys, protocols: chosen.protocols }
  const idsOf = (list: readonly Offered[]) => {
    const own = list.filter(({ locale }) => locale.lang.code === language)
    return (own.length > 0 ? own : list).map(({ id }) => id)
  }
  return { surveys: idsOf(offer.available_surveys), protocols: idsOf(offer.available_protocols) }
}
