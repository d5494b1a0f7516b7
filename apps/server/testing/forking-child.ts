// Starts a program that never ends and holds a pipe of this one, then waits.
import { spawn } from 'node:child_process'
import { infoDescriptor } from '../src/analysis/sandbox.ts'

process.once('message', () => {
  spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'], {
    stdio: ['ignore', 'ignore', 'ignore', infoDescriptor],
  })
  process.send?.({ decodedSeconds: 1 })
  setInterval(() => {}, 1e6)
})
