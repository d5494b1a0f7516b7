import { Badge, Button, Progress } from '@mantine/core'
import { BackLink } from '../ui/BackLink.tsx'
import { Card } from '../ui/Card.tsx'
import { FactList } from '../ui/FactList.tsx'
import { Fold } from '../ui/Fold.tsx'
import { KeyTable } from '../ui/KeyTable.tsx'
import { SafeHtml } from '../ui/SafeHtml.tsx'
import { Sources } from '../ui/Sources.tsx'
import { StateBadge } from '../ui/StateBadge.tsx'
import { Swatch } from '../ui/Swatch.tsx'
import classes from './ComponentsPage.module.css'

export function Cards() {
  return (
    <div className={classes.rows}>
      <BackLink to="/">Participantes</BackLink>
      <Card title="Próxima visita" aside={<Button variant="default">Planificar</Button>}>
        <SafeHtml html="<p>Miércoles 4 de marzo, <strong>10:30</strong></p>" />
      </Card>
      <Card title="Datos" isDense>
        <Progress value={60} aria-label="Enviado" />
      </Card>
    </div>
  )
}

export function Facts() {
  return (
    <FactList
      facts={[
        ['Código', 'DEMO-001'],
        ['Nacimiento', '4 de marzo de 1958'],
        ['Diagnóstico', null],
      ]}
    />
  )
}

export function Folds() {
  return (
    <>
      <Fold title="Cómo se mide">Contenido plegado.</Fold>
      <Fold title="Qué significa" isOpen>
        <p>La proporción de la variación entre períodos consecutivos de la voz.</p>
        <KeyTable rows={[[['Ctrl', 'Z'], 'base__draft__discard']]} />
      </Fold>
      <Sources of={[{ name: 'Lectura', source: 'Fonema', licence: 'CC0', locale: { code: 'es' } }]} />
    </>
  )
}

export function Badges() {
  return (
    <div className={classes.row}>
      <StateBadge draft={{ state: 'draft', version: null, is_changed: true }} />
      <StateBadge draft={{ state: 'published', version: 3, is_changed: true }} />
      <StateBadge draft={{ state: 'retired', version: 3, is_changed: false }} />
      <Badge variant="light" color="red">
        Falló
      </Badge>
      <Badge variant="light" color="yellow">
        Práctica
      </Badge>
      <Badge variant="light" color="blue">
        Planificada
      </Badge>
      <Badge variant="light">Examinador</Badge>
      <Swatch population={{ fill_color: '#59b3b9', stroke_color: '#0f5c64' }} />
    </div>
  )
}
