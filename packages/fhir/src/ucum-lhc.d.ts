// The judge of units in tests has no types of its own.
declare module '@lhncbc/ucum-lhc' {
  export const UcumLhcUtils: {
    getInstance(): { validateUnitString(code: string): { status: 'valid' | 'invalid' | 'error' } }
  }
}
