export type FhirExtension = { url: string; [value: string]: unknown }
/** A text and its companion with translations, as `text` and `_text`. */
export type Translated = Record<string, unknown>

export const extension = (url: string, value: Record<string, unknown>): FhirExtension => ({ url, ...value })

const translation = 'http://hl7.org/fhir/StructureDefinition/translation'

/** A text in the first language, with the other languages as translations. Nothing where there is no text. */
export function translated<T extends Record<string, string>>(
  as: string,
  texts: Readonly<Record<string, T | undefined>>,
  field: keyof T,
  [first, ...others]: readonly string[],
): Translated {
  const own = texts[first!]?.[field]?.trim() ?? ''
  if (own === '') return {}
  const translations = others.flatMap((locale) => {
    const text = texts[locale]?.[field]?.trim() ?? ''
    if (text === '') return []
    const parts = [extension('lang', { valueCode: locale }), extension('content', { valueString: text })]
    return [extension(translation, { extension: parts })]
  })
  return { [as]: own, ...(translations.length > 0 && { [`_${as}`]: { extension: translations } }) }
}
