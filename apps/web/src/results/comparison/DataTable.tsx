import { Box } from '@mantine/core'
import { Fold } from '../../ui/Fold.tsx'
import { useTranslation } from '../../ui/i18n.ts'
import classes from './Charts.module.css'

type Row = { key: string; name: string; cells: readonly string[] }
type DataTableProps = { title: string; columns: readonly string[]; rows: readonly Row[] }

/** The numbers behind a chart, for readers who cannot see it or need exact values. The first column names the rows. */
export function DataTable({ title, columns, rows }: DataTableProps) {
  const { t } = useTranslation()
  return (
    <Fold title={t('analysis__chart__table')}>
      {/* Wide tables scroll sideways, also by keyboard. */}
      <Box className={classes.scroll} role="group" aria-label={title} tabIndex={0}>
        <table className={classes.data} aria-label={title}>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, name, cells }) => (
              <tr key={key}>
                <th scope="row">{name}</th>
                {cells.map((cell, index) => (
                  <td key={columns[index + 1]}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Box>
    </Fold>
  )
}
