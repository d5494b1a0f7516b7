import { describe, type FunctionDescription, share } from './description.ts'

export const recordingQuality: FunctionDescription = {
  window: 'the whole recording; levels in frames of 64 ms every 8 ms',
  source: 'own definitions, stated with each measure',
  measures: {
    snr_db: describe(
      'dB',
      'higher_better',
      'Mean power of the speech less that of the noise, over that of the noise, between 80 and 8000 Hz; the noise is the quietest 0.12 s; where these are voice, those of the half second before the recording, if nobody spoke then.',
      'Below about 20 dB the measures of voice quality describe the room as much as the voice.',
    ),
    clipped_ratio: share(
      'lower_better',
      'Share of samples on flat tops: three or more in a row at the largest or smallest value, reached by a jump.',
      'Anything above zero means that the recording was too loud for the device, which distorts shimmer and spectrum.',
    ),
    peak_dbfs: describe(
      'dBFS',
      'neutral',
      'Largest absolute sample.',
      'Close to 0 the recording is at risk of clipping, far below −30 it is faint.',
    ),
    rms_dbfs: describe(
      'dBFS',
      'neutral',
      'Root mean square of all samples.',
      'How loud the recording is on the whole; uncalibrated, so it is not a sound pressure level.',
    ),
    dc_offset: describe(
      'full scales',
      'neutral',
      'Mean of all samples.',
      'Far from zero it points to a faulty microphone or sound card.',
    ),
    speech_ratio: share(
      'neutral',
      'Share of the recording that is speech: 6 dB above the noise and within 25 dB of the loud frames; 0 when nothing is voiced.',
      'How much of the recording there is to measure.',
    ),
  },
}
