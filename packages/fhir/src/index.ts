export { systems } from './codes.ts'
export { answersOf, reportOf } from './documents.ts'
export { ownerOfObservation } from './ids.ts'
export { consentOf, patientOf } from './people.ts'
export {
  bundleOf,
  capabilityOf,
  deviceOf,
  measuresSystem,
  outcomeOf,
  type SearchedType,
  searches,
} from './server.ts'
export { type Context, documentsOf, encounterOf, isOfRecord, observationsOf } from './session.ts'
