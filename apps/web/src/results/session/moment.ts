import { useMemo } from 'react'
import { useLocation } from 'react-router'
import type { Moment } from '../../takes/sound/SoundView.tsx'

/** A piece of an item's recording, in seconds from the start of its marked window. */
type ItemMoment = { item: number; from: number; to: number }

/** The query of a link that opens an item of the result page and plays a piece of it: `?item=3&from=1.2&to=1.9`. */
export const momentSearch = ({ item, from, to }: ItemMoment): string =>
  `?${new URLSearchParams({ item: String(item), from: from.toFixed(2), to: to.toFixed(2) })}`

/** The piece that the address asks for; null: none, or one that makes no sense. */
export function readMoment(search: string): ItemMoment | null {
  const query = new URLSearchParams(search)
  const [item, from, to] = ['item', 'from', 'to'].map((name) => Number(query.get(name) ?? Number.NaN))
  const isPiece = Number.isInteger(item) && from! >= 0 && to! > from! && Number.isFinite(to)
  return isPiece ? { item: item!, from: from!, to: to! } : null
}

/** The piece of this item that the address asks for. Each click on a link to it gives a new one. */
export function useMoment(order: number): Moment | null {
  const { search, key } = useLocation()
  return useMemo(() => {
    const asked = readMoment(search)
    return asked?.item === order ? { piece: { start: asked.from, end: asked.to }, key } : null
  }, [search, key, order])
}
