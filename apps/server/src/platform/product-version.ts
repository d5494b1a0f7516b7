export const productVersion = '0.2.0'
