// The voices of `npm run tool -- speakers`. Two of the demonstration's participants may have the same synthetic voice at
// nearly the same pitch, so a voice here is the synthesiser's variant, and no mix has the same variant twice.

export type Session = {
  readonly voice: string
  readonly language: 'es' | 'en' | 'pt' | 'fr'
  readonly speech: readonly string[]
  readonly vowels: readonly string[]
}
export type Half = { readonly sessions: readonly Session[]; readonly others: readonly Session[] }

const session = (
  voice: string,
  language: Session['language'],
  folder: string,
  speech: readonly string[],
  vowels: readonly string[] = ['vowel-1', 'vowel-2'],
): Session => {
  const fileOf = (item: string) => `content/demo/audio/${folder}/${item}.flac`
  return { voice, language, speech: speech.map(fileOf), vowels: vowels.map(fileOf) }
}
const fixture = (voice: string, language: Session['language'], name: string): Session => ({
  voice,
  language,
  speech: [`speech/fixtures/${name}.flac`],
  vowels: [],
})

const read = ['counting', 'reading']
const pictured = ['picture', 'sentence']
const sustained = ['sustained-a']

export const halves: { readonly tuning: Half; readonly heldOut: Half } = {
  tuning: {
    sessions: [
      session('f3', 'es', 'carmen-1', read),
      session('f3', 'es', 'carmen-3', read),
      session('f3', 'es', 'carmen-6', read),
      session('f1', 'es', 'iris-1', pictured, sustained),
      session('m3', 'es', 'ignacio-3', read),
      session('m3', 'es', 'ignacio-4', read),
      session('m1', 'es', 'walter-3', pictured, sustained),
      session('m1', 'es', 'walter-4', read),
      session('m5', 'es', 'tomas-1', read),
      session('m5', 'es', 'tomas-2', ['picture', 'day', 'animals'], []),
      session('f1', 'pt', 'renata-1', read),
      session('f3', 'fr', 'julie-1', ['picture', 'story', 'animals'], []),
    ],
    others: [fixture('m7', 'pt', 'avqi_read_pt_2_m7'), session('m3', 'es', 'julian-1', ['picture'], sustained)],
  },
  heldOut: {
    sessions: [
      session('f2', 'es', 'lidia-1', ['picture', 'memory', 'story', 'animals'], []),
      session('f2', 'es', 'lidia-2', ['picture', 'story', 'animals'], []),
      session('f2', 'es', 'lidia-3', pictured, sustained),
      session('f2', 'es', 'lidia-4', ['picture', 'story', 'animals'], []),
      session('f4', 'es', 'nora-1', pictured, sustained),
      session('f4', 'es', 'nora-4', pictured, sustained),
      session('f4', 'es', 'paloma-2', pictured, sustained),
      session('f4', 'es', 'paloma-3', pictured, sustained),
      session('f4', 'es', 'lucia-1', pictured, sustained),
      session('f4', 'es', 'lucia-2', pictured, sustained),
      session('f2', 'en', 'abigail-2', read),
      session('f2', 'en', 'abigail-4', read),
      session('m2', 'fr', 'gaspard-2', pictured, sustained),
      session('m2', 'fr', 'gaspard-3', read),
      session('m6', 'pt', 'emerson-1', read),
    ],
    others: [
      fixture('klatt4', 'en', 'avqi_read_en_1_klatt4'),
      session('m4', 'es', 'marcos-1', ['counting']),
      session('f2', 'en', 'abigail-1', ['counting']),
      session('m2', 'fr', 'gaspard-1', ['counting']),
    ],
  },
}
