/** The vowels of a vowel space. */
export const cornerVowels = ['a', 'i', 'u'] as const
