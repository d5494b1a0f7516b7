/** The locale that writes a language's dates. English ones have the day first, on pages and in reports alike. */
export const dateLocale = (language: string): string => (language === 'en' ? 'en-GB' : language)
