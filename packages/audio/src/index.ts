export { type Audio, AudioError, type AudioErrorCode } from './audio.ts'
export { readAudioFile } from './read-audio-file.ts'
