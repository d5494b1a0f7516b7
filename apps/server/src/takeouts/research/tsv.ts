export type TsvCell = string | number | boolean | null

/** BIDS writes `n/a` for a missing value, and separates with tabs, so a cell holds neither tabs nor line ends. */
const cellOf = (cell: TsvCell) => (cell === null || cell === '' ? 'n/a' : String(cell).replace(/[\t\r\n]+/g, ' '))

export const tsvLine = (cells: readonly TsvCell[]) => `${cells.map(cellOf).join('\t')}\n`
