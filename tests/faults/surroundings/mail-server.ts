import { SMTPServer } from 'smtp-server'

/** How the mail server treats its callers: 451 and 550 are its answers to a whole mail. */
export type Manner = 'takes' | 451 | 550 | 'hangs' | 'greets nobody' | 'is away'

/** A mail server with a behaviour that can be set. It records the link of every mail that it receives or rejects. */
export async function openMailServer(port: number) {
  let manner: Manner = 'takes'
  let server: SMTPServer | undefined
  const shown: string[] = []
  const taken: string[] = []
  const open = { connections: 0, come: 0 }

  const listen = () =>
    new Promise<void>((resolve, reject) => {
      const next = new SMTPServer({
        authOptional: true,
        disabledCommands: ['STARTTLS', 'AUTH'],
        disableReverseLookup: true,
        closeTimeout: 50,
        onConnect(_session, done) {
          open.come++
          open.connections++
          if (manner !== 'greets nobody') done()
        },
        onClose: () => void open.connections--,
        onData(stream, _session, done) {
          let text = ''
          stream.on('data', (chunk) => (text += chunk))
          stream.once('end', () => {
            const link = linkIn(text)
            shown.push(link)
            if (typeof manner === 'number') done(Object.assign(new Error('not this one'), { responseCode: manner }))
            if (manner !== 'takes') return
            taken.push(link)
            done()
          })
        },
      })
      next.once('error', reject)
      next.listen(port, '127.0.0.1', () => {
        next.off('error', reject).on('error', () => {}) // the client has disconnected
        server = next
        resolve()
      })
    })
  const close = async () => {
    const last = server
    server = undefined
    open.connections = 0
    if (last !== undefined) await new Promise<void>((resolve) => last.close(() => resolve()))
  }
  await listen()

  return {
    shown,
    taken,
    open,
    close,
    /** `anew`: as if restarted, without connections. */
    async set(next: Manner, { anew = false } = {}) {
      manner = next
      if (next === 'is away' || anew) await close()
      if (next !== 'is away' && server === undefined) await listen()
    },
  }
}

function linkIn(mail: string): string {
  const text = mail.replaceAll('=\r\n', '').replaceAll('=3D', '=')
  const [, token] = /set_password\/([\w-]+)\//.exec(text) ?? []
  if (token === undefined) throw new Error('a mail without a link')
  return token
}
