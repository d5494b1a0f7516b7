/**
 * Every table by its name. Each domain adds its own tables in its `tables.ts`
 * (`declare module`), so that this folder imports no domain.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging
export interface Tables {}
