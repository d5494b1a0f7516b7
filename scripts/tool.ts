// npm run [-s] tool [-- NAME ARGUMENT…]: runs one of the tools in tools.ts, or lists them.
import path from 'node:path'
import { tools } from './tools.ts'

const [name, ...words] = process.argv.slice(2)
const tool = name !== undefined && Object.hasOwn(tools, name) ? tools[name] : undefined
if (tool === undefined) {
  const list = Object.entries(tools).map(([known, { about }]) => `  ${known.padEnd(18)} ${about}`)
  const lines = [...(name === undefined ? [] : [`There is no tool "${name}".`]), 'npm run tool -- NAME', ...list]
  process.stdout.write(`${lines.join('\n')}\n`)
  process.exitCode = name === undefined ? 0 : 2
} else {
  const file = path.join(import.meta.dirname, tool.file)
  // A tool reads its own arguments and exits as if it had been started directly.
  process.argv = [process.argv[0]!, file, ...words]
  await import(file)
}
