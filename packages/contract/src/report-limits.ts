// Imports no schema: the web loads this file alone.

/** Characters of a text that the examiner writes. */
export const longestReportText = 10_000

/** The languages in which a report can be written. */
export const reportLanguages = ['es', 'en', 'pt', 'fr'] as const
export const reportPaper = ['A4', 'LETTER'] as const

/** The parts of a report that a template turns on or off. The quality of the recordings is always printed. */
export const reportSections = ['findings', 'impression', 'recommendations', 'charts', 'annex'] as const

/** Lines of the letterhead, and characters of each: more do not fit beside the name. */
export const letterheadLines = 6
export const letterheadLine = 80

/** A logo: bytes of its file, and pixels of its longer side. */
export const logoBytes = 500 * 1024
export const logoPixels = 2000

export const longestTemplateText = 2000
export const mostSnippets = 20

const noTexts = { introduction: '', purpose: '', closing: '', snippets: [] }

/** The settings of the template that always exists: every section, A4, no own texts. */
export const standardSettings = {
  paper: reportPaper[0],
  sections: [...reportSections],
  measures: null,
  texts: { es: noTexts, en: noTexts, pt: noTexts, fr: noTexts },
}
