/** Keeps what `make` returns, by its arguments: a format of the browser costs up to a millisecond to make. */
function kept<Options extends object | undefined, Format>(make: (language: string, options: Options) => Format) {
  const formats = new Map<string, Format>()
  return (language: string, options: Options): Format => {
    const key = `${language} ${JSON.stringify(options)}`
    let format = formats.get(key)
    if (format === undefined) {
      format = make(language, options)
      formats.set(key, format)
    }
    return format
  }
}

const numbers = kept((language, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(language, options))

export const numberFormat = (language: string, options: Intl.NumberFormatOptions = {}) => numbers(language, options)

export const dateFormat = kept(
  (language, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(language, options),
)

export const displayNames = kept(
  (language, options: Intl.DisplayNamesOptions) => new Intl.DisplayNames(language, options),
)
