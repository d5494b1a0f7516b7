const levelNames = /^(?:peak_dbfs|rms_dbfs|intensity_(?!(?:.*_)?sd_).*_db)$/

/** Whether a score is an absolute level: it says nothing of loudness without the microphone's calibration. */
export const isLevel = (name: string): boolean => levelNames.test(name)
