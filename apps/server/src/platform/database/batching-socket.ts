import { Socket } from 'node:net'

/**
 * A socket that sends what is written in one turn of the event loop together. A transaction begins with three statements
 * or more that need no answer in between; sent one by one, each costs a system call and wakes the database.
 */
export function openBatchingSocket(): Socket {
  const socket = new Socket()
  const write = socket.write.bind(socket)
  let isHeld = false
  const holdAndWrite = (...written: Parameters<typeof write>) => {
    if (!isHeld) {
      isHeld = true
      socket.cork()
      // A tick that is added by a promise runs after all promises that are ready.
      process.nextTick(() => {
        isHeld = false
        socket.uncork()
      })
    }
    return write(...written)
  }
  // `connect()` sets it back.
  socket.once('connect', () => {
    socket.write = holdAndWrite as typeof write // which has two forms
  })
  return socket
}
