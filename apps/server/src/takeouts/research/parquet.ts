import { ByteWriter, ParquetWriter, schemaFromColumnData } from 'hyparquet-writer'

type ParquetColumn = { name: string; type: 'STRING' | 'DOUBLE' | 'INT32' | 'BOOLEAN' }
type Value = string | number | boolean | null

const rowsInGroup = 50_000

/** Collects rows into a Parquet file, compressed in groups of 50,000, so that only one group is in memory as rows. */
export function createParquet(columns: readonly ParquetColumn[]) {
  const writer = new ByteWriter()
  const schema = schemaFromColumnData({
    columnData: columns.map((column) => ({ ...column, data: [], nullable: true })),
  })
  const file = new ParquetWriter({ writer, schema, createdBy: 'Fonema' })
  let rows: (readonly Value[])[] = []
  function flush() {
    if (rows.length === 0) return
    const columnData = columns.map((column, i) => ({ ...column, data: rows.map((row) => row[i] ?? null) }))
    file.write({ columnData, rowGroupSize: rowsInGroup })
    rows = []
  }
  return {
    add(row: readonly Value[]) {
      rows.push(row)
      if (rows.length === rowsInGroup) flush()
    },
    /** Ends the file. */
    bytes(): Uint8Array {
      flush()
      file.finish()
      return new Uint8Array(writer.getBuffer())
    },
  }
}
