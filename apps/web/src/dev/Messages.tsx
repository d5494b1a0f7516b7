import { ActionIcon, Alert, Button, Menu } from '@mantine/core'
import { useState } from 'react'
import { AskedButton } from '../ui/AskedButton.tsx'
import { showError, showSuccess } from '../ui/alerts.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { DialogButtons } from '../ui/DialogButtons.tsx'
import { ArchiveIcon, EditIcon, MoreIcon } from '../ui/icons.tsx'
import { showLinks } from '../ui/LinkAlert.tsx'
import { showUndo } from '../ui/UndoAlert.tsx'
import { UnsavedQuestion } from '../ui/UnsavedQuestion.tsx'
import { UserMenu } from '../ui/UserMenu.tsx'
import classes from './ComponentsPage.module.css'

export function Alerts() {
  function showAll() {
    showSuccess('Se guardó el participante.')
    showError('El servicio no está disponible por el momento.')
    showUndo({ message: 'Se archivó DEMO-001.', undoText: 'Deshacer', onUndo: () => {} })
    showLinks({ message: 'La sesión está completa.', links: [{ to: '#result', text: 'Ver el resultado' }] })
  }
  return (
    <div className={classes.rows}>
      <Alert>La clínica comienza a medir en unos minutos.</Alert>
      <Alert color="teal">La grabación es buena.</Alert>
      <Alert color="yellow" title="Ruido de fondo">
        Se oye otra voz. Puede grabar otra vez.
      </Alert>
      <Alert color="red" title="No se pudo guardar">
        El archivo no se puede leer.
      </Alert>
      <div>
        <Button variant="default" data-opens="alerts" onClick={showAll}>
          Mostrar avisos
        </Button>
      </div>
    </div>
  )
}

export function Dialogs() {
  const [opened, setOpened] = useState(false)
  const close = () => setOpened(false)
  const cancel = { text: 'Cancelar', onClick: close }
  return (
    <>
      <div className={classes.row}>
        <Button variant="default" data-opens="dialog" onClick={() => setOpened(true)}>
          Abrir un diálogo
        </Button>
        <AskedButton
          label="Retirar la versión"
          text="Las sesiones conservan la versión que usaron."
          action={async () => {}}
        />
      </div>
      {/* The answers of the kinds of dialogs, beside each other: their order is one. */}
      <DialogButtons cancel={cancel}>
        <Button>Guardar</Button>
      </DialogButtons>
      <DialogButtons cancel={cancel}>
        <Button color="red">Eliminar</Button>
      </DialogButtons>
      <UnsavedQuestion
        text="Si sale ahora, se pierde lo que completó."
        stay="Seguir escribiendo"
        leave="Descartar"
        onStay={close}
        onLeave={close}
        onKeep={close}
      />
      <Dialog opened={opened} title="¿Archivar la sesión?" onClose={close}>
        <p>Podrá restaurarla cuando quiera.</p>
        <DialogButtons cancel={{ ...cancel, isFocused: true }}>
          <Button onClick={close}>Archivar</Button>
        </DialogButtons>
      </Dialog>
    </>
  )
}

export function Menus() {
  return (
    <div className={classes.row}>
      <UserMenu />
      <Menu>
        <Menu.Target>
          <ActionIcon variant="default" aria-label="Más acciones de la sesión" data-opens="menu">
            <MoreIcon />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<EditIcon />}>Editar datos</Menu.Item>
          <Menu.Item leftSection={<ArchiveIcon />} disabled>
            Archivar
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </div>
  )
}
