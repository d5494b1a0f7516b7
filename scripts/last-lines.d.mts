/** Keeps the last lines of a long output. */
export declare function createLastLines(most: number): { add(more: string): void; read(): string }
