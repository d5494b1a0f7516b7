export { doubtsOf } from '@fonema/findings/doubts'
