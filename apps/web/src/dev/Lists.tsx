import { useState } from 'react'
import { OwnDrafts } from '../ui/OwnDrafts.tsx'
import { Pager } from '../ui/Pager.tsx'
import { pagingOf } from '../ui/paging.ts'
import table from '../ui/table.module.css'
import classes from './ComponentsPage.module.css'

const measured = [
  { name: 'Jitter local', what: 'Vocal sostenida', value: '1,11 %' },
  { name: 'Frecuencia fundamental media', what: 'Lectura', value: '197,40 Hz' },
  { name: 'Duración de las pausas', what: 'Conteo', value: '0,48 s' },
]

const draft = {
  name: 'Evaluación breve del habla',
  locales: ['es-AR', 'pt-BR'],
  updated_at: '2026-03-04T13:30:00Z',
  updated_by: 'Elena Evaluadora',
}

export function Tables() {
  return (
    <div className={classes.rows}>
      <table className={table.table}>
        <thead>
          <tr>
            <th scope="col">Medida</th>
            <th scope="col" className={table.wide}>
              Tarea
            </th>
            <th scope="col">Valor</th>
          </tr>
        </thead>
        <tbody>
          {measured.map(({ name, what, value }) => (
            <tr key={name}>
              <td>
                <a href="#measure" className={table.link}>
                  {name}
                </a>
                <span className={table.second}>{what}</span>
              </td>
              <td className={table.wide}>{what}</td>
              <td className={table.number}>{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <OwnDrafts
        drafts={[
          { ...draft, id: '1', state: 'published', version: 2, is_changed: false },
          { ...draft, id: '2', state: 'draft', version: null, is_changed: true, name: '' },
        ]}
        countTitle="Ítems"
        countOf={() => 12}
        linkTo={(id) => `/${id}/`}
      />
    </div>
  )
}

export function Pagers() {
  const [page, setPage] = useState(5)
  return (
    <>
      <Pager paging={pagingOf(1, 12, 5)} label="Páginas: primera" onPage={() => {}} />
      <Pager paging={pagingOf(page, 60, 5)} label="Páginas" onPage={setPage} />
    </>
  )
}
