/**
 * Every table by its name. Each domain adds its own in its `tables.ts`
 * (`declare module`), so that this folder knows no domain.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging
export interface Tables {}
