export { type Audio, AudioError, type AudioErrorCode, isRecordingRate, longestS } from './audio.ts'
export { writeFlac16 } from './flac-file.ts'
export { readAudioFile } from './read-audio-file.ts'
export { convertSound, convertVideo, type Stimulus } from './stimulus.ts'
