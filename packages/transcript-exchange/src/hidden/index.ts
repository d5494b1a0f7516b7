export { hiddenWords, marginS, masked, nameMask, silence, silentRanges } from './hide.ts'
export { type Identifier, type IdentifierKind, identifierKinds, identifiersIn } from './identifiers.ts'
