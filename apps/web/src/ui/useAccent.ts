import { shadesOf } from '@fonema/contract/accent'
import { useLayoutEffect } from 'react'

const variableOf = (shade: number) => `--mantine-color-accent-${shade}`

/** Draws everything in the organisation's colour while mounted; null: in the product's. All other variables follow. */
export function useAccent(accent: string | null) {
  useLayoutEffect(() => {
    if (accent === null) return
    const { style } = document.documentElement
    const shades = shadesOf(accent)
    for (const [shade, colour] of shades.entries()) style.setProperty(variableOf(shade), colour)
    return () => {
      for (const shade of shades.keys()) style.removeProperty(variableOf(shade))
    }
  }, [accent])
}
