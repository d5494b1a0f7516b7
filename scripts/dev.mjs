// The server with restarts on change, and the web with hot reload: http://127.0.0.1:5173
import { spawn } from 'node:child_process'
import path from 'node:path'

const root = path.dirname(import.meta.dirname)
const node = process.execPath
const children = [
  spawn(node, ['--watch-path=apps/server/src', '--watch-path=packages', 'apps/server/src/main.ts'], {
    cwd: root,
    stdio: 'inherit',
  }),
  spawn(node, [path.join(root, 'node_modules', 'vite', 'bin', 'vite.js')], {
    cwd: path.join(root, 'apps', 'web'),
    stdio: 'inherit',
  }),
]
const endAll = () => {
  for (const child of children) child.kill('SIGTERM')
}
for (const child of children) child.once('exit', endAll)
process.once('SIGINT', endAll)
process.once('SIGTERM', endAll)
