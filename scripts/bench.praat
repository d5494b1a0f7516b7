# Computes with Praat what packages/speech measures, for npm run bench. Arguments: FILE, and 1 (0: only start).
form Arguments
  sentence file x.wav
  boolean measure 1
endform
if measure
  sound = Read from file: file$
  pitch = To Pitch (ac): 0.01, 75, 15, "no", 0.03, 0.45, 0.01, 0.35, 0.14, 600
  low = Get quantile: 0, 0, 0.25, "Hertz"
  high = Get quantile: 0, 0, 0.75, "Hertz"
  mean = Get mean: 0, 0, "Hertz"
  deviation = Get standard deviation: 0, 0, "semitones"
  selectObject: sound
  second = To Pitch (ac): 0.01, 0.75 * low, 15, "no", 0.03, 0.45, 0.01, 0.35, 0.14, 1.5 * high
  selectObject: sound
  guide = To Pitch (cc): 0, 75, 15, "no", 0.03, 0.45, 0.01, 0.35, 0.14, 600
  selectObject: sound, guide
  pulses = To PointProcess (cc)
  jitter = Get jitter (local): 0, 0, 0.0001, 0.02, 1.3
  rap = Get jitter (rap): 0, 0, 0.0001, 0.02, 1.3
  ppq = Get jitter (ppq5): 0, 0, 0.0001, 0.02, 1.3
  selectObject: sound, pulses
  shimmer = Get shimmer (local): 0, 0, 0.0001, 0.02, 1.3, 1.6
  shimmerDb = Get shimmer (local_dB): 0, 0, 0.0001, 0.02, 1.3, 1.6
  apq3 = Get shimmer (apq3): 0, 0, 0.0001, 0.02, 1.3, 1.6
  apq5 = Get shimmer (apq5): 0, 0, 0.0001, 0.02, 1.3, 1.6
  apq11 = Get shimmer (apq11): 0, 0, 0.0001, 0.02, 1.3, 1.6
  selectObject: sound
  harmonicity = To Harmonicity (cc): 0.01, 75, 0.1, 1
  hnr = Get mean: 0, 0
  selectObject: sound
  cepstra = To PowerCepstrogram: 60, 0.002, 5000, 50
  cpps = Get CPPS: "no", 0.01, 0.001, 60, 330, 0.05, "Parabolic", 0.001, 0, "Straight", "Robust"
  removeObject: cepstra
  selectObject: sound
  pauses = To TextGrid (silences): 100, 0, -25, 0.25, 0.1, "silent", "sounding"
  selectObject: sound
  intensity = To Intensity: 100, 0, "yes"
  selectObject: sound
  nuclei = To Intensity: 50, 0, "yes"
  selectObject: sound
  voicing = To Pitch (ac): 0.02, 30, 4, "no", 0.03, 0.25, 0.01, 0.35, 0.25, 450
  selectObject: sound
  syllables = To Intensity: 60, 0.005, "yes"
  selectObject: sound
  men = To Formant (burg): 0, 5, 5000, 0.025, 50
  selectObject: sound
  women = To Formant (burg): 0, 5, 5500, 0.025, 50
  selectObject: sound
  spectrum = To Spectrum: "yes"
  centre = Get centre of gravity: 2
  selectObject: sound
  ltas = To Ltas: 100
  slope = Get slope: 0, 1000, 1000, 4000, "energy"
endif
