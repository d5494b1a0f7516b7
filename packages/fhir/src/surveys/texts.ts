import type { Extension } from '@medplum/fhirtypes'

/** A text and its companion with translations, as `text` and `_text`. */
type Translated<A extends string> = { [K in A]?: string } & { [K in `_${A}`]?: { extension: Extension[] } }

export const extension = (url: string, value: Omit<Extension, 'url'>): Extension => ({ url, ...value })

const translation = 'http://hl7.org/fhir/StructureDefinition/translation'

/** A text in the first language, with the other languages as translations. Nothing where there is no text. */
export function translated<A extends string, T extends Record<string, string>>(
  as: A,
  texts: Readonly<Record<string, T | undefined>>,
  field: keyof T,
  [first, ...others]: readonly string[],
): Translated<A> {
  const own = texts[first!]?.[field]?.trim() ?? ''
  if (own === '') return {}
  const translations = others.flatMap((locale) => {
    const text = texts[locale]?.[field]?.trim() ?? ''
    if (text === '') return []
    const parts = [extension('lang', { valueCode: locale }), extension('content', { valueString: text })]
    return [extension(translation, { extension: parts })]
  })
  const found = { [as]: own, ...(translations.length > 0 && { [`_${as}`]: { extension: translations } }) }
  return found as Translated<A> // a computed name is a string to the compiler
}
