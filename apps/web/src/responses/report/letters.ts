/** The short name of a population on paper, where three long ones would leave no room for numbers. */
export const letterOf = (index: number): string => String.fromCharCode(65 + index)
