export { type Audio, AudioError, type AudioErrorCode, isRecordingRate, longestS } from './audio.ts'
export { readAudioFile } from './read-audio-file.ts'
