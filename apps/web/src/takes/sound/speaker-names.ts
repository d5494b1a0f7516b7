/** The texts of who speaks. */
export const speakerNames = {
  participant: 'analysis__speakers__participant',
  examiner: 'analysis__speakers__examiner',
  other: 'analysis__speakers__somebody',
} as const
