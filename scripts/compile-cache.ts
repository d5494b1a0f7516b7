/**
 * The setting of processes that share this one's compiled code: `scripts/test.mjs` gives the tests one folder, since
 * they start servers again and again.
 */
export const sharedCompileCache = (): Record<string, string> =>
  process.env.NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }
