export type { Avqi, AvqiComponents, VowelPart } from './avqi/avqi.ts'
export { avqiVersion, measureAvqi } from './avqi/avqi.ts'
export type { DecidedUnit, UnitChoice } from './content-units/content-units.ts'
export { isOpenUnit, measureContentUnits } from './content-units/content-units.ts'
export type { FoundUnit, UnitFinding } from './content-units/find-units.ts'
export { findContentUnits } from './content-units/find-units.ts'
export { type ContentUnit, formWord, type NegationRules, type UnitPattern } from './content-units/unit-rules.ts'
export { type Curve, type Curves, measureCurves, type SyllableKind } from './curves.ts'
export { cutAtPauses } from './cut.ts'
export type { DiadochokinesisData } from './diadochokinesis.ts'
export { type FlacInfo, flacInfoBytes, readFlac, readFlacInfo } from './flac.ts'
export { FlacError } from './flac-error.ts'
export type { Fluency } from './fluency.ts'
export { measureFluency } from './fluency.ts'
export type { Answer, Category, Choice, FluencyRules, FluencyTask } from './fluency-answers.ts'
export { comparable, comparableWords } from './fluency-answers.ts'
export type { Functionals } from './functionals.ts'
export type { Doubt, FunctionWords } from './heard.ts'
export { doubts, findDoubts, noFunctionWords, trustedVoice } from './heard.ts'
export type { LexicalContext } from './lexical.ts'
export { measureLexical } from './lexical.ts'
export type { FunctionData, FunctionName, MeasuredFunctions, MeasuringOptions } from './measure.ts'
export { functionVersions, measure } from './measure.ts'
export type { FunctionError, Measured, MissingReason } from './measured.ts'
export { missingReasons } from './measured.ts'
export type { Direction, FunctionDescription, MeasureDescription } from './measures.ts'
export { indexDescriptions, measureDescriptions, wordMeasureDescriptions } from './measures.ts'
export { indexNames } from './name-index.ts'
export { phonemicGroups, type Sounds } from './phonemic-groups.ts'
export type { ProsodyData } from './prosody.ts'
export { joinQualityParts, measureQualityPart, partContextS, type QualityPart } from './quality-part.ts'
export { alignReading, type ReadingAlignment } from './reading/align-reading.ts'
export { measureReading } from './reading/reading.ts'
export type { Comparison, SaidWord } from './recognition-accuracy.ts'
export {
  addComparisons,
  alignByFewestChanges,
  calibrationError,
  compareRecognition,
  fillerRecall,
  letterErrorRate,
  proposeLimit,
  rightEnough,
  transcriptConfidence,
  wordErrorRate,
  wordKey,
} from './recognition-accuracy.ts'
export type { QualityData } from './recording-quality.ts'
export { decideQuality } from './recording-quality.ts'
export { resample } from './resample.ts'
export type { PitchSearch, Speaker, SpeakerGroup } from './speaker-range.ts'
export { speakerGroups } from './speaker-range.ts'
export { findSpeakersByChannels } from './speakers/by-channels.ts'
export { findSpeakersByVoice, type NoSpeakers, type Recording } from './speakers/by-voice.ts'
export { findOtherVoice, isOneSound, type OtherVoice } from './speakers/other-voice.ts'
export { joinTurns, turnsOfParticipant } from './speakers/participant-part.ts'
export {
  readSecondChannel,
  type SecondChannel,
  secondChannels,
} from './speakers/second-channel.ts'
export { type SpeakerName, type SpeakerSegment, shareOfOthers, speakersVersion } from './speakers/segments.ts'
export { createSpectrogram, type Spectrogram } from './spectrogram.ts'
export type { SpectrumData } from './spectrum.ts'
export { quantile } from './statistics.ts'
export type { Span, TimingData } from './timing.ts'
export type { RecordingCircumstances, Verdict, VerdictReason } from './verdict.ts'
export { isLowRate, judgeRecording, verdictThresholds } from './verdict.ts'
export type { VoiceQualityData } from './voice-quality.ts'
export type { CornerVowel, NoVowelSpace, VowelSpace, VowelSpaceReason } from './vowels/vowel-space.ts'
export { cornerVowels, measureVowelSpace, vowelSpaceVersion } from './vowels/vowel-space.ts'
export type { Wav, WavErrorCode } from './wav.ts'
export { readWav, WavError, writeWav16 } from './wav.ts'
export type { WordFunctionName } from './word-measures.ts'
export { wordFunctionVersions } from './word-measures.ts'
export type { SpokenWord, WordLists } from './words.ts'
export { countWords, splitWords } from './words.ts'
