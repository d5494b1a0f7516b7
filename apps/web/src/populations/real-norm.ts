import type { Population } from '@fonema/contract'

/** Real people without a diagnosis; of a published table, with a confirmed measure. Colours need one. */
export const isRealNorm = ({ is_reference, is_synthetic, card, confirmed }: Population): boolean =>
  is_reference && !is_synthetic && (card === null || confirmed.length > 0)
