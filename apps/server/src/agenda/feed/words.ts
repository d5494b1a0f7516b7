type Words = {
  calendar: (product: string) => string
  visit: (code: string) => string
  window: (days: number) => string
}

/** What a calendar says, in the language of its owner's mails. */
export const feedWords: Record<'es' | 'en' | 'pt' | 'fr', Words> = {
  es: {
    calendar: (product) => `Visitas · ${product}`,
    visit: (code) => `Visita ${code}`,
    window: (days) => `Margen: ± ${days} ${days === 1 ? 'día' : 'días'}`,
  },
  en: {
    calendar: (product) => `Visits · ${product}`,
    visit: (code) => `Visit ${code}`,
    window: (days) => `Window: ± ${days} ${days === 1 ? 'day' : 'days'}`,
  },
  pt: {
    calendar: (product) => `Visitas · ${product}`,
    visit: (code) => `Visita ${code}`,
    window: (days) => `Margem: ± ${days} ${days === 1 ? 'dia' : 'dias'}`,
  },
  fr: {
    calendar: (product) => `Visites · ${product}`,
    visit: (code) => `Visite ${code}`,
    window: (days) => `Marge : ± ${days} ${days === 1 ? 'jour' : 'jours'}`,
  },
}
