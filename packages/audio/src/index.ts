export { type Audio, AudioError, type AudioErrorCode, longestS } from './audio.ts'
export { readAudioFile } from './read-audio-file.ts'
