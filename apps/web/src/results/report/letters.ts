/** A population's short name in the report: three full names would leave no space for the numbers. */
export const letterOf = (index: number): string => String.fromCharCode(65 + index)
