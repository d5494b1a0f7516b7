export {
  hiddenWords,
  joinRanges,
  marginS,
  masked,
  nameMask,
  silence,
  silenceVoices,
  silentRanges,
  voiceRanges,
} from './hide.ts'
export { type Identifier, type IdentifierKind, identifierKinds, identifiersIn } from './identifiers.ts'
