// Limits of an organisation's own surveys. Imports no schema: the web loads this file alone.

export const longestSurveyKey = 80
export const mostSections = 100
/** Of a survey. */
export const mostFields = 500
export const mostOptions = 500
export const mostScores = 20
export const mostBands = 50
export const mostAlerts = 50
/** Each step of a scale is a button. */
export const mostSteps = 100
export const longestLabel = 10_000
export const longestTitle = 300
export const longestValue = 100
export const longestNotice = 1000

/** The member `format` of a survey's file with all languages. */
export const surveyFileFormat = 'fonema-survey-1'

/** Names of fields and scores: columns of exports. */
export const fieldNamePattern = /^[a-z][a-z0-9_]*$/
