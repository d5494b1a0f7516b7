const levelNames = /^(?:peak_dbfs|rms_dbfs|intensity_(?!(?:.*_)?sd_).*_db)$/

/** Whether a score is an absolute level: without a calibrated microphone it says nothing about loudness. */
export const isLevel = (name: string): boolean => levelNames.test(name)
