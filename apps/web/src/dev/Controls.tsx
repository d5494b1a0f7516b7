import {
  ActionIcon,
  Button,
  Checkbox,
  NativeSelect,
  NumberInput,
  Radio,
  SegmentedControl,
  Switch,
  Textarea,
  TextInput,
} from '@mantine/core'
import { useState } from 'react'
import { ButtonRow } from '../ui/ButtonRow.tsx'
import { ChoiceCard, ChoiceCards } from '../ui/ChoiceCards.tsx'
import { DateField } from '../ui/DateField.tsx'
import { DraftNotice } from '../ui/DraftNotice.tsx'
import { FilterButtons } from '../ui/FilterButtons.tsx'
import { HomeButton } from '../ui/HomeButton.tsx'
import { DownloadIcon, EditIcon, MoreIcon, SearchIcon, TrashIcon } from '../ui/icons.tsx'
import { PasswordField } from '../ui/PasswordField.tsx'
import { TitleFields } from '../ui/TitleFields.tsx'
import classes from './ComponentsPage.module.css'

export function Buttons() {
  return (
    <>
      <ButtonRow>
        <Button>Guardar</Button>
        <Button variant="default">Cancelar</Button>
        <Button variant="light">Abrir resultado</Button>
        <Button variant="subtle">Ver más</Button>
        <Button color="red">Eliminar</Button>
        <Button variant="default" leftSection={<DownloadIcon />}>
          Descargar
        </Button>
      </ButtonRow>
      <ButtonRow>
        <Button loading>Guardar</Button>
        <Button variant="default" loading>
          Cancelar
        </Button>
        <Button disabled>Guardar</Button>
        <Button variant="default" disabled>
          Cancelar
        </Button>
        <Button color="red" disabled>
          Eliminar
        </Button>
      </ButtonRow>
      <ButtonRow>
        <ActionIcon aria-label="Editar">
          <EditIcon />
        </ActionIcon>
        <ActionIcon variant="default" aria-label="Más acciones">
          <MoreIcon />
        </ActionIcon>
        <ActionIcon color="red" aria-label="Eliminar">
          <TrashIcon />
        </ActionIcon>
        <ActionIcon disabled aria-label="Editar, no disponible">
          <EditIcon />
        </ActionIcon>
        <HomeButton />
      </ButtonRow>
    </>
  )
}

export function Fields() {
  return (
    <>
      <DraftNotice onDiscard={() => {}} />
      <div className={classes.fields}>
        <TextInput label="Código" defaultValue="DEMO-001" description="Sin datos personales." />
        <TextInput label="Correo electrónico" placeholder="nombre@hospital.org" required />
        <TextInput label="Apellido" defaultValue="Peñaflor" error="Ya existe en su organización. Use otro valor." />
        <TextInput label="Ocupación" defaultValue="Docente" disabled />
        <PasswordField label="Contraseña" defaultValue="contraseña" showText="Mostrar la contraseña" />
        <NumberInput label="Años de estudio" defaultValue={120} error="Escriba un valor entre 0 y 100." />
        <NativeSelect label="Idioma" data={['Español (Argentina)', 'Português (Brasil)']} />
        <Textarea label="Observaciones" defaultValue="Se cansa al final de la sesión." autosize minRows={2} />
        <TitleFields
          locale="es-AR"
          title={{
            id: 'title',
            label: 'Título',
            value: 'Lectura',
            maxLength: 80,
            error: undefined,
            onChange: () => {},
          }}
          text={{ id: 'text', label: 'Texto', value: '', maxLength: 80, error: 'Falta el texto.', onChange: () => {} }}
        />
      </div>
    </>
  )
}

export function Dates() {
  const [day, setDay] = useState('2026-03-04')
  return (
    <div className={classes.fields}>
      <DateField label="Próxima visita" value={day} onChange={({ currentTarget }) => setDay(currentTarget.value)} />
      <DateField label="Nacimiento" value="" error="La fecha no puede ser posterior a hoy." onChange={() => {}} />
    </div>
  )
}

export function Choices() {
  return (
    <div className={classes.rows}>
      <div className={classes.row}>
        <Checkbox label="Con nombre" defaultChecked />
        <Checkbox label="Sin nombre" />
        <Checkbox label="No disponible" disabled />
        <Switch label="Ver todos" defaultChecked />
        <Switch label="Solo activos" />
      </div>
      <Radio.Group label="Lateralidad" defaultValue="right">
        <div className={classes.row}>
          <Radio value="right" label="Diestra" />
          <Radio value="left" label="Zurda" />
        </div>
      </Radio.Group>
      <SegmentedControl data={['Semana', 'Mes', 'Año']} aria-label="Período" />
      <ChoiceCards>
        <ChoiceCard name="Evaluación breve del habla" lang="es" onChoose={() => {}}>
          5 tareas · 8 min
        </ChoiceCard>
        <ChoiceCard name="Fluidez verbal" lang="es" onChoose={() => {}}>
          2 tareas · 3 min
        </ChoiceCard>
      </ChoiceCards>
    </div>
  )
}

export function Filters() {
  const [kind, setKind] = useState<string | null>(null)
  return (
    <div className={classes.rows}>
      <TextInput
        type="search"
        aria-label="Buscar participantes"
        placeholder="Buscar participantes"
        leftSection={<SearchIcon size={18} />}
      />
      <FilterButtons
        label="Mostrar"
        chosen={kind}
        choices={[
          { value: null, text: 'Todo', count: 128 },
          { value: 'sessions', text: 'Sesiones', count: 41 },
          { value: 'surveys', text: 'Encuestas', count: 7 },
        ]}
        onChoose={setKind}
      />
    </div>
  )
}
