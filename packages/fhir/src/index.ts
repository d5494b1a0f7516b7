export { systems } from './codes.ts'
export { codeSystems, valueSetsOfCodes } from './conformance.ts'
export { reportOf } from './documents.ts'
export { ownerOfObservation } from './ids.ts'
export { consentOf, patientOf } from './people.ts'
export { structureDefinitions } from './profiles.ts'
export { provenanceOf, signingOf } from './provenance.ts'
export {
  bundleOf,
  capabilityOf,
  collectionOf,
  deviceOf,
  outcomeOf,
  publicTypes,
  type SearchedType,
  searches,
} from './server.ts'
export { type Context, documentsOf, encounterOf, isOfRecord, observationsOf } from './session.ts'
export { answersOf, questionnaireOf, surveyUrl } from './surveys/published.ts'
export { questionnaireOfDraft } from './surveys/questionnaire.ts'
