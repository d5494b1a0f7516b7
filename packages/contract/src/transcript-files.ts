import { z } from 'zod'

/** Files that a transcript is downloaded as and read from. */
export const transcriptFormats = ['textgrid', 'eaf', 'chat', 'vtt', 'json'] as const
export type TranscriptFormat = (typeof transcriptFormats)[number]

/** Why a file cannot be read as a transcript. */
export const transcriptFileProblems = [
  'too_large',
  'not_text',
  'control_character',
  'unknown_format',
  'wrong_syntax',
  'unclosed',
  'entities',
  'too_deep',
  'newer_format',
  'missing_words',
  'wrong_value',
  'bad_time',
  'end_before_start',
  'overlap',
  'not_sorted',
  'outside',
  'too_many_words',
  'too_long',
  'unknown_mark',
  'unknown_speaker',
  'other_length',
] as const
export type TranscriptFileProblem = (typeof transcriptFileProblems)[number]

/** What a file cannot hold, or what a reader did not take from it. */
export const transcriptLossCodes = [
  // The times are written in milliseconds.
  'times_rounded',
  // The words have the times of their phrase only.
  'times_of_words',
  // The words have no time of their own.
  'untimed',
  'marks',
  'speakers',
  // A character or a number that the format does not allow in a word.
  'characters',
  // Content of the file that is not words, marks or speakers.
  'ignored',
  // A stretch with several words, which became words without times.
  'split',
] as const
export type TranscriptLossCode = (typeof transcriptLossCodes)[number]

/** `count`: how many words, or how many places of a file. */
export const TranscriptLoss = z.object({ code: z.enum(transcriptLossCodes), count: z.int() })
export type TranscriptLoss = z.infer<typeof TranscriptLoss>
